import { Buffer } from "node:buffer";
import { brokenImage } from "../failed.ts";
import { type BmpParts, bmpParts } from "./bmp-frame.ts";
import { unpackedRuns } from "./bmp-runs.ts";
import type { PixelSink } from "./pixels.ts";

/** Decodes row by row. @throws MediaFailed */
export function decodeBmp(bytes: Buffer, sink: PixelSink | undefined): void {
  const found = bmpParts(bytes);
  if (typeof found === "string") throw brokenImage(found);
  const parts = found.hasRuns ? withoutRuns(found) : found;
  if (sink === undefined) return;
  const { height, rowBytes, rows, topDown } = parts;
  const fill = parts.masks === undefined ? paletteFiller(parts) : maskFiller(parts, parts.masks);
  const out = new Uint8Array(parts.width * 4);
  for (let row = 0; row < height; row++) {
    fill(rows.subarray(row * rowBytes, (row + 1) * rowBytes), out);
    sink.put(out, { y: topDown ? row : height - 1 - row, x: 0, step: 1 });
  }
}

function withoutRuns(parts: BmpParts): BmpParts {
  const { buffer, byteOffset, length } = unpackedRuns(parts);
  return { ...parts, rows: Buffer.from(buffer, byteOffset, length), rowBytes: parts.width, depth: 8 };
}

type Filler = (row: Buffer, out: Uint8Array) => void;

/** Colours that the palette does not hold show black. */
function paletteFiller({ width, depth, palette, paletteStep }: BmpParts): Filler {
  return (row, out) => {
    for (let pixel = 0; pixel < width; pixel++) {
      const bit = pixel * depth;
      const index = ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
      for (let channel = 0; channel < 3; channel++) {
        out[pixel * 4 + channel] = palette[index * paletteStep + 2 - channel] ?? 0;
      }
      out[pixel * 4 + 3] = 255;
    }
  };
}

function maskFiller({ width, depth }: BmpParts, masks: readonly [number, number, number, number]): Filler {
  const channels = masks.map(channelOf);
  const bytes = depth / 8;
  return (row, out) => {
    for (let pixel = 0; pixel < width; pixel++) {
      const value = row.readUIntLE(pixel * bytes, bytes);
      for (let channel = 0; channel < 4; channel++) {
        out[pixel * 4 + channel] = (channels[channel] as Channel)(value);
      }
    }
  };
}

type Channel = (pixel: number) => number;

/** Of a mask its bits as one byte; all of it where there is no mask, which only alpha may lack. */
function channelOf(mask: number): Channel {
  if (mask === 0) return () => 255;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
}
