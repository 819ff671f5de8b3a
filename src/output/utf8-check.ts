import { isUtf8 } from "node:buffer";
import { wholeCharactersEnd } from "./utf8.ts";

/** Whether a stream is UTF-8, wherever its chunks are cut. */
export class Utf8Check {
  #valid = true;
  /** The start of a character that the last chunk cut. */
  #rest: Uint8Array = new Uint8Array(0);

  get isValid(): boolean {
    return this.#valid;
  }

  push(chunk: Uint8Array): void {
    if (!this.#valid) return;
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = wholeCharactersEnd(bytes);
    this.#valid = isUtf8(bytes.subarray(0, end));
    this.#rest = new Uint8Array(bytes.subarray(end));
  }

  end(): void {
    if (this.#rest.length > 0) this.#valid = false;
  }
}
