import { READABLE_LINE_CHARACTERS, READABLE_ROW_CHARACTERS, READABLE_STEP_BYTES } from "../limits.ts";
import { utf8CharacterLength } from "../utf8.ts";
import { fileChunks } from "./file-hash.ts";

const LF = 0x0a;
/** More than the bytes of one row, so that a row never waits for more than one chunk. */
const ROW_BYTES = READABLE_ROW_CHARACTERS * 4;

/** What the header of a readable file says about the file that it is made of. */
export interface ReadableSource {
  /** Name of the file in the same folder. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Watches a stream for a line of more bytes than characters are allowed in one: only then is it worth
 * counting characters.
 */
export class LongLineWatch {
  #length = 0;
  #found = false;

  get found(): boolean {
    return this.#found;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    while (!this.#found) {
      const probe = from + READABLE_LINE_CHARACTERS - this.#length;
      if (probe >= chunk.length) break;
      const feed = Buffer.from(chunk.buffer, chunk.byteOffset + from, probe + 1 - from).lastIndexOf(LF);
      if (feed === -1) this.#found = true;
      from += feed + 1;
      this.#length = 0;
    }
    const feed = chunk.lastIndexOf(LF);
    this.#length = feed >= from ? chunk.length - feed - 1 : this.#length + chunk.length - from;
  }
}

/** Whether a stored file has a line longer than 2,000 characters. */
export async function hasLongLine(path: string): Promise<boolean> {
  let characters = 0;
  for await (const chunk of fileChunks(path)) {
    for (const byte of chunk) {
      if (byte === LF) characters = 0;
      else if ((byte & 0xc0) !== 0x80 && ++characters > READABLE_LINE_CHARACTERS) return true;
    }
  }
  return false;
}

/**
 * The lines of the readable form (50-output): a header, then rows of at most 240 code points whose texts,
 * joined, are the file. A row with bytes that are no UTF-8 has them in `base64` too.
 */
export async function* readableLines(path: string, source: ReadableSource): AsyncGenerator<string> {
  yield `${JSON.stringify({ type: "header", version: 1, ...source, row_characters: READABLE_ROW_CHARACTERS })}\n`;
  const rows = new ReadableRows();
  for await (const chunk of fileChunks(path, READABLE_STEP_BYTES)) {
    const lines = rows.push(chunk);
    if (lines !== "") yield lines;
  }
  yield rows.flush();
}

class ReadableRows {
  #index = 0;
  #offset = 0;
  #rest: Uint8Array = new Uint8Array(0);

  push(chunk: Uint8Array): string {
    return this.#rows(this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]), ROW_BYTES);
  }

  flush(): string {
    return this.#rows(this.#rest, 1);
  }

  /** Rows while at least `least` bytes are there; the rest waits for the next chunk. */
  #rows(bytes: Uint8Array, least: number): string {
    let lines = "";
    let from = 0;
    while (bytes.length - from >= least) {
      const { end, valid } = rowEnd(bytes, from);
      lines += this.#row(Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from), valid);
      from = end;
    }
    this.#rest = new Uint8Array(bytes.subarray(from));
    return lines;
  }

  #row(bytes: Buffer, valid: boolean): string {
    const row = {
      type: "chunk",
      index: this.#index++,
      byte_offset: this.#offset,
      text: bytes.toString("utf8"),
    };
    this.#offset += bytes.length;
    return `${JSON.stringify(valid ? row : { ...row, base64: bytes.toString("base64") })}\n`;
  }
}

function rowEnd(bytes: Uint8Array, from: number): { readonly end: number; readonly valid: boolean } {
  let end = from;
  let valid = true;
  for (let count = 0; count < READABLE_ROW_CHARACTERS && end < bytes.length; count++) {
    const length = utf8CharacterLength(bytes, end);
    if (length < 0) valid = false;
    end += Math.abs(length);
  }
  return { end, valid };
}
