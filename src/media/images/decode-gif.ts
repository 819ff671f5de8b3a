import type { Buffer } from "node:buffer";
import { brokenImage } from "../failed.ts";
import { type GifPicture, gifParts } from "./gif-frame.ts";
import type { PixelSink } from "./pixels.ts";

const MOST_CODES = 4096;

/** Decodes the first picture of a GIF into its place. @throws MediaFailed */
export function decodeGif(bytes: Buffer, sink: PixelSink | undefined): void {
  const parts = gifParts(bytes);
  if (typeof parts === "string") throw brokenImage(parts);
  const { first } = parts;
  const indexes = decompressed(bytes, first);
  if (sink === undefined) return;
  const colours = coloursOf(first);
  const row = new Uint8Array(first.width * 4);
  for (const [index, y] of rowOrder(first).entries()) {
    for (let x = 0; x < first.width; x++) {
      const from = (indexes[index * first.width + x] as number) * 4;
      for (let channel = 0; channel < 4; channel++) row[x * 4 + channel] = colours[from + channel] as number;
    }
    sink.put(row, { y: first.top + y, x: first.left, step: 1 });
  }
}

function coloursOf({ palette, transparent }: GifPicture): Uint8Array {
  const colours = new Uint8Array(256 * 4);
  for (let index = 0; index < 256; index++) {
    for (let channel = 0; channel < 3; channel++) {
      colours[index * 4 + channel] = palette[index * 3 + channel] ?? 0;
    }
    colours[index * 4 + 3] = index === transparent ? 0 : 255;
  }
  return colours;
}

/** An interlaced picture holds every eighth row first. */
function rowOrder({ height, interlaced }: GifPicture): number[] {
  const passes = interlaced
    ? [
        [0, 8],
        [4, 8],
        [2, 4],
        [1, 2],
      ]
    : [[0, 1]];
  return passes.flatMap(([start = 0, step = 1]) =>
    Array.from({ length: Math.ceil(Math.max(0, height - start) / step) }, (_, row) => start + row * step),
  );
}

/** The colour numbers of a picture, one byte each: LZW with codes of growing size. */
function decompressed(bytes: Buffer, { dataAt, width, height }: GifPicture): Uint8Array {
  const smallest = bytes[dataAt] as number;
  if (smallest < 1 || smallest > 8) throw brokenImage("bad_pixels");
  const out = new Uint8Array(width * height);
  const codes = new CodeReader(bytes, dataAt + 1);
  const table = new CodeTable(smallest);
  const { clear, end } = table;
  let length = 0;
  while (length < out.length) {
    const code = codes.next(table.bits);
    if (code === undefined || code === end) throw brokenImage("too_few_pixels");
    if (code === clear) table.reset();
    else length = table.expand(code, out, length);
  }
  return out;
}

/** Reads codes from the blocks of a picture, low bits first. */
class CodeReader {
  readonly #bytes: Buffer;
  #at: number;
  #left = 0;
  #held = 0;
  #bits = 0;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Undefined when the blocks have ended. */
  next(bits: number): number | undefined {
    while (this.#bits < bits) {
      if (this.#left === 0) this.#left = this.#bytes[this.#at++] ?? 0;
      const byte = this.#left === 0 ? undefined : this.#bytes[this.#at++];
      if (byte === undefined) return undefined;
      this.#left--;
      this.#held |= byte << this.#bits;
      this.#bits += 8;
    }
    const code = this.#held & ((1 << bits) - 1);
    this.#held >>= bits;
    this.#bits -= bits;
    return code;
  }
}

/** What each code stands for: a code before it and one more colour. */
class CodeTable {
  readonly clear: number;
  readonly end: number;
  readonly #smallest: number;
  readonly #prefix = new Uint16Array(MOST_CODES);
  readonly #last = new Uint8Array(MOST_CODES);
  readonly #length = new Uint16Array(MOST_CODES);
  #next = 0;
  #previous = -1;
  bits = 0;

  constructor(smallest: number) {
    this.#smallest = smallest;
    this.clear = 1 << smallest;
    this.end = this.clear + 1;
    for (let code = 0; code < this.clear; code++) {
      this.#last[code] = code;
      this.#length[code] = 1;
    }
    this.reset();
  }

  reset(): void {
    this.#next = this.end + 1;
    this.bits = this.#smallest + 1;
    this.#previous = -1;
  }

  /** Writes what a code stands for, learns one code more, and says where the output now ends. */
  expand(code: number, out: Uint8Array, at: number): number {
    // Only the very next code may be used before it is known: it repeats the one before and its first colour.
    const isNext = code === this.#next && this.#previous !== -1;
    if (code >= this.#next && !isNext) throw brokenImage("bad_pixels");
    const known = isNext ? this.#previous : code;
    const length = this.#length[known] as number;
    let walk = known;
    for (let to = at + length - 1; to >= at; to--) {
      if (to < out.length) out[to] = this.#last[walk] as number;
      walk = this.#prefix[walk] as number;
    }
    const firstColour = out[at] as number;
    if (isNext && at + length < out.length) out[at + length] = firstColour;
    this.#learn(firstColour);
    this.#previous = code;
    return at + length + (isNext ? 1 : 0);
  }

  #learn(colour: number): void {
    if (this.#previous === -1 || this.#next >= MOST_CODES) return;
    this.#prefix[this.#next] = this.#previous;
    this.#last[this.#next] = colour;
    this.#length[this.#next] = (this.#length[this.#previous] as number) + 1;
    this.#next++;
    if (this.#next >= 1 << this.bits && this.bits < 12) this.bits++;
  }
}
