import { isUtf8 } from "node:buffer";
import { countNewlines } from "../count-newlines.ts";
import { isContinuation, wholeCharactersEnd } from "../utf8.ts";

const LF = 0x0a;
/** A character may begin up to three bytes before the window. */
const CHARACTER_SLACK = 4;
const FIRST_CAPACITY = 4096;

/**
 * Of a stream of bytes: the first `size`, the last `size`, and the counts of all of it. Memory is that of
 * the window, however long the stream.
 */
export class ByteWindow {
  readonly #size: number;
  readonly #head: GrowingBytes;
  readonly #tail: GrowingBytes;
  #bytes = 0;
  #newlines = 0;
  #last = LF;

  constructor(size: number) {
    this.#size = size + CHARACTER_SLACK;
    this.#head = new GrowingBytes(this.#size);
    this.#tail = new GrowingBytes(this.#size * 2);
  }

  /** Looks at each byte once and copies what the window needs; the caller may reuse the buffer. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#newlines += countNewlines(chunk);
    this.#last = chunk[chunk.length - 1] ?? LF;
    if (this.#head.length < this.#size) {
      this.#head.append(chunk.subarray(0, this.#size - this.#head.length));
    }
    this.#bytes += chunk.length;
    if (this.#bytes > this.#size) this.#pushTail(chunk);
  }

  get totalBytes(): number {
    return this.#bytes;
  }

  /** A last line without an end counts. */
  get totalLines(): number {
    return this.#newlines + (this.#last === LF ? 0 : 1);
  }

  /** The first bytes as text, without a character that the window cuts; the whole stream when it fits. */
  get head(): string {
    return decode(this.#headBytes);
  }

  /** The last bytes as text, without a character that the window cuts; the whole stream when it fits. */
  get tail(): string {
    return decode(this.#tailBytes);
  }

  /** Whether what is kept is UTF-8; what is not shows as U+FFFD. */
  get isValid(): boolean {
    return isUtf8(this.#headBytes) && isUtf8(this.#tailBytes);
  }

  get #headBytes(): Uint8Array {
    const bytes = this.#head.bytes;
    return this.#bytes <= this.#size ? bytes : bytes.subarray(0, wholeCharactersEnd(bytes));
  }

  get #tailBytes(): Uint8Array {
    if (this.#bytes <= this.#size) return this.#head.bytes;
    const kept = this.#tail.bytes;
    const missing = this.#size - kept.length;
    // Only right after the window was passed: then the head still holds what came before.
    const bytes = missing > 0 ? Buffer.concat([this.#headBefore(kept.length, missing), kept]) : kept;
    let from = Math.max(0, bytes.length - this.#size);
    const latest = from + CHARACTER_SLACK - 1;
    while (from < latest && isContinuation(bytes[from])) from++;
    return bytes.subarray(from);
  }

  #headBefore(keptLength: number, missing: number): Uint8Array {
    const end = this.#bytes - keptLength;
    return this.#head.bytes.subarray(end - missing, end);
  }

  #pushTail(chunk: Uint8Array): void {
    if (chunk.length >= this.#size) this.#tail.clear();
    else if (this.#tail.length + chunk.length > this.#size * 2) this.#tail.keepLast(this.#size);
    this.#tail.append(chunk.subarray(-this.#size));
  }
}

function decode(bytes: Uint8Array): string {
  // A BOM is content here: the text must come back byte for byte.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Bytes that grow up to a capacity; small outputs take little memory. */
class GrowingBytes {
  readonly #most: number;
  #buffer = new Uint8Array(0);
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(
        Math.min(this.#most, Math.max(needed, this.#buffer.length * 2, FIRST_CAPACITY)),
      );
      grown.set(this.bytes);
      this.#buffer = grown;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  clear(): void {
    this.#length = 0;
  }

  keepLast(count: number): void {
    if (count >= this.#length) return;
    this.#buffer.copyWithin(0, this.#length - count, this.#length);
    this.#length = count;
  }
}
