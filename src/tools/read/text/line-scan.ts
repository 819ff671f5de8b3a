import { Buffer } from "node:buffer";
import { countNewlines } from "../../../output/count-newlines.ts";

const LF = 0x0a;
const CR = Buffer.from("\r");
const NONE = Buffer.alloc(0);

export interface LineWish {
  /** The first line wanted, counted from 1. */
  readonly offset: number;
  /** How many lines at most. */
  readonly limit: number;
  /** A line of more bytes is handed over in parts. */
  readonly maxLineBytes: number;
}

/** Takes the wanted lines; bytes are without the line end and may be kept. */
export interface LineSink {
  /** False when it is full: the line is not taken, and none after it. */
  line(bytes: Buffer): boolean;
  /** The start of a line that is too long; false when it does not want that line. */
  longLine(start: Buffer): boolean;
  longLinePart(bytes: Buffer): void;
}

/**
 * Finds lines in a stream of bytes: passes over those before the wanted ones without looking at them, hands the
 * wanted ones over, and counts the rest for as long as it is fed.
 */
export class LineScan {
  readonly #wish: LineWish;
  readonly #sink: LineSink;
  #phase: "skip" | "take" | "count" = "skip";
  #feeds = 0;
  #bytes = 0;
  #lastByte = LF;
  #taken = 0;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #long = false;
  #heldCr = false;
  #more = false;

  constructor(wish: LineWish, sink: LineSink) {
    this.#wish = wish;
    this.#sink = sink;
    if (wish.offset === 1) this.#phase = "take";
  }

  /** Nothing fed from now on changes what is taken. */
  get full(): boolean {
    return this.#phase === "count";
  }

  /** Lines handed over. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether lines that were not taken follow the taken ones, as far as was fed. */
  get more(): boolean {
    return this.#more;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Of all that was fed. */
  get lines(): number {
    return this.#lastByte === LF ? this.#feeds : this.#feeds + 1;
  }

  feed(chunk: Buffer): void {
    if (chunk.length === 0) return;
    for (let at = 0; at < chunk.length; ) {
      if (this.#phase === "skip") at = this.#skip(chunk);
      else if (this.#phase === "take") at = this.#take(chunk, at);
      else at = this.#count(chunk, at);
    }
    this.#bytes += chunk.length;
    this.#lastByte = chunk[chunk.length - 1] ?? LF;
  }

  /** At the end of the file: a last line without an end is a line. */
  end(): void {
    if (this.#phase !== "take") return;
    if (this.#long) {
      if (this.#heldCr) this.#sink.longLinePart(CR);
      this.#taken++;
    } else if (this.#partBytes > 0) this.#complete(Buffer.concat(this.#parts));
    this.#phase = "count";
  }

  #skip(chunk: Buffer): number {
    const missing = this.#wish.offset - 1 - this.#feeds;
    const feeds = countNewlines(chunk);
    if (feeds < missing) {
      this.#feeds += feeds;
      return chunk.length;
    }
    let at = 0;
    for (let passed = 0; passed < missing; passed++) at = chunk.indexOf(LF, at) + 1;
    this.#feeds += missing;
    this.#phase = "take";
    return at;
  }

  #take(chunk: Buffer, at: number): number {
    const feed = chunk.indexOf(LF, at);
    const part = chunk.subarray(at, feed === -1 ? chunk.length : feed);
    if (!this.#append(part)) return at;
    if (feed === -1) return chunk.length;
    if (this.#long) {
      this.#taken++;
      this.#phase = "count";
    } else {
      const bytes = this.#partBytes === 0 ? NONE : Buffer.concat(this.#parts);
      const end = bytes.at(-1) === CR[0] ? bytes.length - 1 : bytes.length;
      if (!this.#complete(bytes.subarray(0, end))) return at;
    }
    this.#feeds++;
    return feed + 1;
  }

  /** False when the line is not wanted after all. */
  #append(part: Buffer): boolean {
    if (this.#long) {
      this.#passOn(part);
      return true;
    }
    // The chunk's buffer will be used again.
    this.#parts.push(Buffer.from(part));
    this.#partBytes += part.length;
    if (this.#partBytes <= this.#wish.maxLineBytes) return true;
    const start = Buffer.concat(this.#parts);
    this.#long = this.#sink.longLine(start);
    if (this.#long) this.#passOn(start);
    else this.#refuse();
    return this.#long;
  }

  /** A CR is held back until it is known whether an LF follows. */
  #passOn(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#heldCr) this.#sink.longLinePart(CR);
    this.#heldCr = part.at(-1) === CR[0];
    this.#sink.longLinePart(this.#heldCr ? part.subarray(0, -1) : part);
  }

  #complete(bytes: Buffer): boolean {
    this.#parts = [];
    this.#partBytes = 0;
    if (!this.#sink.line(bytes)) {
      this.#refuse();
      return false;
    }
    this.#taken++;
    if (this.#taken === this.#wish.limit) this.#phase = "count";
    return true;
  }

  #refuse(): void {
    this.#more = true;
    this.#phase = "count";
  }

  #count(chunk: Buffer, at: number): number {
    this.#more = true;
    this.#feeds += countNewlines(chunk.subarray(at));
    return chunk.length;
  }
}
