import type { PixelSink, Pixels, RowPlace } from "./pixels.ts";

/**
 * A smaller picture, summed up while the large one is decoded: each new pixel is the mean of the old ones
 * that it covers, colours weighted by their alpha. Holds the new picture only.
 */
export class SmallerPicture implements PixelSink {
  readonly #width: number;
  readonly #height: number;
  readonly #columns: Shares;
  readonly #rows: Shares;
  /** Sums of red, green, blue, each times alpha, and of alpha. */
  readonly #sums: Float32Array;
  readonly #line: Float64Array;

  /** From a size to one that is not larger on any side. */
  constructor(from: { width: number; height: number }, to: { width: number; height: number }) {
    this.#width = to.width;
    this.#height = to.height;
    this.#columns = new Shares(from.width, to.width);
    this.#rows = new Shares(from.height, to.height);
    this.#sums = new Float32Array(to.width * to.height * 4);
    // One pixel more than there are: the last one's share of a next is nothing, but is added somewhere.
    this.#line = new Float64Array((to.width + 1) * 4);
  }

  put(row: Uint8Array, { y, x, step }: RowPlace): void {
    this.#sumUp(row, x, step);
    const { first, share } = this.#rows;
    const [target = 0, weight = 0] = [first[y], share[y]];
    this.#add(target, weight);
    if (weight < this.#rows.whole && target + 1 < this.#height)
      this.#add(target + 1, this.#rows.whole - weight);
  }

  pixels(): Pixels {
    const sums = this.#sums;
    const data = new Uint8ClampedArray(sums.length);
    for (let at = 0; at < sums.length; at += 4) {
      const alpha = sums[at + 3] ?? 0;
      if (alpha <= 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = (sums[at + channel] ?? 0) / alpha;
      }
      data[at + 3] = alpha;
    }
    return { data, width: this.#width, height: this.#height };
  }

  #sumUp(row: Uint8Array, x: number, step: number): void {
    const line = this.#line.fill(0);
    const { first, share, whole } = this.#columns;
    for (let from = 0, column = x; from < row.length; from += 4, column += step) {
      const alpha = row[from + 3] as number;
      if (alpha === 0) continue;
      const to = (first[column] as number) * 4;
      const here = (share[column] as number) * alpha;
      // No arrays here: one for each pixel would be memory that is freed much later.
      const red = row[from] as number;
      const green = row[from + 1] as number;
      const blue = row[from + 2] as number;
      (line[to] as number) += here * red;
      (line[to + 1] as number) += here * green;
      (line[to + 2] as number) += here * blue;
      (line[to + 3] as number) += here;
      const next = whole * alpha - here;
      if (next <= 0) continue;
      (line[to + 4] as number) += next * red;
      (line[to + 5] as number) += next * green;
      (line[to + 6] as number) += next * blue;
      (line[to + 7] as number) += next;
    }
  }

  #add(target: number, weight: number): void {
    const sums = this.#sums;
    const line = this.#line;
    const start = target * this.#width * 4;
    for (let at = 0; at < this.#width * 4; at++)
      (sums[start + at] as number) += weight * (line[at] as number);
  }
}

/** How the old pixels of a side fall on its new ones; an old one lies on one or on two of them. */
class Shares {
  /** The new pixel on which an old one begins. */
  readonly first: Int32Array;
  /** How much of that new pixel the old one covers; the rest of `whole` is on the next one. */
  readonly share: Float64Array;
  /** How much of a new pixel an old one covers. */
  readonly whole: number;

  constructor(from: number, to: number) {
    this.whole = to / from;
    this.first = new Int32Array(from);
    this.share = new Float64Array(from);
    for (let index = 0; index < from; index++) {
      const start = (index * to) / from;
      // In whole numbers: the boundary must not move by a rounding.
      this.first[index] = Math.floor((index * to) / from);
      this.share[index] = Math.min(this.whole, (this.first[index] as number) + 1 - start);
    }
  }
}
