import type { Buffer } from "node:buffer";
import { countNewlines } from "../../output/count-newlines.ts";

const LF = 0x0a;

/** Numbers lines of one file for growing offsets, so that many look-ups cost one pass. */
export class LineNumbers {
  readonly #bytes: Buffer;
  #offset = 0;
  #line = 1;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The line, counted from 1, that the byte at `offset` lies in; `offset` must not shrink. */
  at(offset: number): number {
    this.#line += countNewlines(this.#bytes.subarray(this.#offset, offset));
    this.#offset = offset;
    return this.#line;
  }
}

/** The first byte of the line that `offset` lies in. */
export function lineStart(bytes: Buffer, offset: number): number {
  return offset === 0 ? 0 : bytes.lastIndexOf(LF, offset - 1) + 1;
}

/** The byte after the line end of the line that `offset` lies in; the length of the file on its last line. */
export function lineEnd(bytes: Buffer, offset: number): number {
  const feed = bytes.indexOf(LF, offset);
  return feed === -1 ? bytes.length : feed + 1;
}
