import { texts } from "./texts.ts";

const BLOCK = 512;
const END_MARK = 2 * BLOCK;
const ZEROS = Buffer.alloc(BLOCK);

/**
 * Watches a tar stream for what a tar reader lets pass: a missing end-of-archive mark, a cut between two
 * entries, and entries behind the mark. Fed with every unpacked byte before the reader sees it, and told of
 * each entry the reader found.
 */
export class EndOfArchive {
  #position = 0;
  /** Bytes of the block that the last chunk ended in. */
  #partial = Buffer.alloc(0);
  /** Where the run of zero blocks began that reaches to the last whole block. */
  #zerosFrom: number | undefined;
  /** Ended runs that are long enough to be a mark and are not known to be file content. */
  #marks: { start: number; end: number }[] = [];
  #entriesEnd = 0;

  /** Unpacked bytes so far. */
  get position(): number {
    return this.#position + this.#partial.length;
  }

  write(chunk: Buffer): void {
    const data = this.#partial.length === 0 ? chunk : Buffer.concat([this.#partial, chunk]);
    const whole = data.length - (data.length % BLOCK);
    for (let at = 0; at < whole; at += BLOCK) {
      this.#block(data[at] === 0 && data.compare(ZEROS, 0, BLOCK, at, at + BLOCK) === 0);
    }
    this.#partial = Buffer.from(data.subarray(whole));
  }

  /** @returns what is wrong when the entry stands behind an end-of-archive mark. */
  entry(byteOffset: number, size: number): string | undefined {
    const header = byteOffset - BLOCK;
    const behind = this.#marks.some((mark) => this.#between(mark, header));
    this.#entriesEnd = byteOffset + Math.ceil(size / BLOCK) * BLOCK;
    this.#marks = this.#marks.filter((mark) => mark.end > this.#entriesEnd);
    return behind ? texts.behindEnd : undefined;
  }

  /** @returns what is wrong with the end, after the last byte. */
  end(): string | undefined {
    if (this.#partial.length > 0) return texts.partialBlock(this.#partial.length);
    const zerosFrom = this.#zerosFrom ?? this.#position;
    if (this.#marks.some((mark) => this.#between(mark, this.#position))) return texts.behindEnd;
    if (zerosFrom > this.#entriesEnd || this.#position - this.#entriesEnd < END_MARK) {
      return texts.noEndOfArchive;
    }
    return undefined;
  }

  /** Whether the run is a mark after the last entry's content and before `until`. */
  #between(run: { start: number; end: number }, until: number): boolean {
    return Math.min(run.end, until) - Math.max(run.start, this.#entriesEnd) >= END_MARK;
  }

  #block(isZero: boolean): void {
    if (isZero) this.#zerosFrom ??= this.#position;
    else if (this.#zerosFrom !== undefined) {
      const run = { start: this.#zerosFrom, end: this.#position };
      if (run.end - run.start >= END_MARK) this.#marks.push(run);
      this.#zerosFrom = undefined;
    }
    this.#position += BLOCK;
  }
}
