import type { PngParts } from "./png-frame.ts";

export interface FilteredRow {
  /** 0 none, 1 left, 2 above, 3 mean of both, 4 the nearest of three. */
  readonly filter: number;
  readonly row: Uint8Array;
  readonly before: Uint8Array;
}

/** Makes a row's bytes what they were before its filter, in place; `step` is the distance of like samples. */
export function undoFilter({ filter, row, before }: FilteredRow, step: number): void {
  switch (filter) {
    case 1:
      for (let at = step; at < row.length; at++) (row[at] as number) += row[at - step] as number;
      break;
    case 2:
      for (let at = 0; at < row.length; at++) (row[at] as number) += before[at] as number;
      break;
    case 3:
      for (let at = 0; at < row.length; at++) {
        const left = at < step ? 0 : (row[at - step] as number);
        (row[at] as number) += (left + (before[at] as number)) >> 1;
      }
      break;
    case 4:
      undoPaeth(row, before, step);
  }
}

function undoPaeth(row: Uint8Array, before: Uint8Array, step: number): void {
  for (let at = 0; at < row.length; at++) {
    const left = at < step ? 0 : (row[at - step] as number);
    const above = before[at] as number;
    const corner = at < step ? 0 : (before[at - step] as number);
    const guess = left + above - corner;
    const toLeft = Math.abs(guess - left);
    const toAbove = Math.abs(guess - above);
    const toCorner = Math.abs(guess - corner);
    const isLeft = toLeft <= toAbove && toLeft <= toCorner;
    (row[at] as number) += isLeft ? left : toAbove <= toCorner ? above : corner;
  }
}

/** What turns a row into red, green, blue, alpha; the array that it gives is used again for the next row. */
export function rowWriter(parts: PngParts): (row: Uint8Array, count: number) => Uint8Array {
  const out = new Uint8Array(parts.width * 4);
  const fill = fillerOf(parts);
  return (row, count) => {
    fill(row, out, count);
    return out.subarray(0, count * 4);
  };
}

type Filler = (row: Uint8Array, out: Uint8Array, count: number) => void;

function fillerOf(parts: PngParts): Filler {
  if (parts.colour === 3) return paletteFiller(parts);
  if (parts.colour === 6 && parts.depth === 8) return (row, out) => out.set(row);
  return sampleFiller(parts);
}

/** Colours that the palette does not hold show black. */
function paletteFiller({ palette, transparency, depth }: PngParts): Filler {
  const colours = new Uint8Array(256 * 4);
  for (let index = 0; index < 256; index++) {
    for (let channel = 0; channel < 3; channel++) {
      colours[index * 4 + channel] = palette?.[index * 3 + channel] ?? 0;
    }
    colours[index * 4 + 3] = transparency?.[index] ?? 255;
  }
  return (row, out, count) => {
    for (let pixel = 0; pixel < count; pixel++) {
      const from = packed(row, pixel, depth) * 4;
      for (let channel = 0; channel < 4; channel++)
        out[pixel * 4 + channel] = colours[from + channel] as number;
    }
  };
}

/** Grey or colour, with or without alpha; one colour may be declared to be transparent. */
function sampleFiller({ colour, depth, transparency }: PngParts): Filler {
  const hasAlpha = colour === 4 || colour === 6;
  const isGrey = colour === 0 || colour === 4;
  const samples = (isGrey ? 1 : 3) + (hasAlpha ? 1 : 0);
  const clear =
    !hasAlpha && transparency !== undefined && transparency.length >= samples * 2
      ? Array.from({ length: samples }, (_, index) => transparency.readUInt16BE(index * 2))
      : undefined;
  const most = 2 ** depth - 1;
  const exact =
    depth === 16 ? sixteen : depth === 8 ? eight : (row: Uint8Array, at: number) => packed(row, at, depth);
  const toByte = (value: number): number =>
    depth === 16 ? value >> 8 : depth === 8 ? value : (value * 255) / most;
  return (row, out, count) => {
    for (let pixel = 0; pixel < count; pixel++) {
      const from = pixel * samples;
      const to = pixel * 4;
      const red = exact(row, from);
      const green = isGrey ? red : exact(row, from + 1);
      const blue = isGrey ? red : exact(row, from + 2);
      out[to] = toByte(red);
      out[to + 1] = toByte(green);
      out[to + 2] = toByte(blue);
      if (hasAlpha) out[to + 3] = toByte(exact(row, from + samples - 1));
      else out[to + 3] = clear !== undefined && isClear(clear, red, green, blue) ? 0 : 255;
    }
  };
}

function isClear(clear: readonly number[], red: number, green: number, blue: number): boolean {
  return red === clear[0] && (clear.length === 1 || (green === clear[1] && blue === clear[2]));
}

function eight(row: Uint8Array, index: number): number {
  return row[index] as number;
}

function sixteen(row: Uint8Array, index: number): number {
  return ((row[index * 2] as number) << 8) | (row[index * 2 + 1] as number);
}

/** Samples of less than a byte lie from the high bits to the low. */
function packed(row: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return row[index] as number;
  const bit = index * depth;
  return ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}
