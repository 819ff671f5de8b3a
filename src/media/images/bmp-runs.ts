import type { Buffer } from "node:buffer";
import { brokenImage } from "../failed.ts";
import type { BmpParts } from "./bmp-frame.ts";

/** What follows a zero instead of the length of a run. */
const [END_OF_ROW, END_OF_PICTURE, MOVE] = [0, 1, 2];

/** Palette numbers, one byte a pixel, of rows that hold runs of equal pixels; what is jumped over is 0. @throws MediaFailed */
export function unpackedRuns({ rows, width, height, depth }: BmpParts): Uint8Array {
  const out = new Uint8Array(width * height);
  const pixels = depth === 8 ? whole : halves;
  let [x, y, at] = [0, 0, 0];
  const put = (count: number, number: (index: number) => number): void => {
    const kept = y < height ? Math.min(count, width - x) : 0;
    for (let index = 0; index < kept; index++) out[y * width + x + index] = number(index);
    x += Math.max(0, kept);
  };
  for (;;) {
    if (at + 2 > rows.length) {
      if (y >= height - 1 && x >= width) return out;
      throw brokenImage("too_few_pixels");
    }
    const count = rows[at] as number;
    const value = rows[at + 1] as number;
    at += 2;
    if (count > 0) put(count, pixels.repeated(value));
    else if (value === END_OF_PICTURE) return out;
    else if (value === END_OF_ROW) [x, y] = [0, y + 1];
    else if (value === MOVE) {
      x = Math.min(width, x + (rows[at] ?? 0));
      y += rows[at + 1] ?? 0;
      at += 2;
    } else {
      put(value, pixels.listed(rows, at));
      at += 2 * Math.ceil(value / pixels.inTwoBytes);
    }
  }
}

interface RunPixels {
  /** The numbers of a run that one byte describes. */
  repeated(value: number): (index: number) => number;
  /** The numbers that are listed one by one from a place on, filled up to two bytes. */
  listed(rows: Buffer, at: number): (index: number) => number;
  readonly inTwoBytes: number;
}

const whole: RunPixels = {
  repeated: (value) => () => value,
  listed: (rows, at) => (index) => rows[at + index] ?? 0,
  inTwoBytes: 2,
};

/** Four bits a pixel, the high ones first; a run alternates between the two of its byte. */
const halves: RunPixels = {
  repeated: (value) => (index) => half(value, index),
  listed: (rows, at) => (index) => half(rows[at + (index >> 1)] ?? 0, index),
  inTwoBytes: 4,
};

function half(byte: number, index: number): number {
  return index % 2 === 0 ? byte >> 4 : byte & 0x0f;
}
