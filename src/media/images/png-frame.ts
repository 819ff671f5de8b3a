import type { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import type { FrameFacts, ImageTrouble } from "./image-facts.ts";

/** A PNG taken apart. */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  /** Bits of one sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  readonly colour: ColourType;
  readonly interlaced: boolean;
  readonly palette: Buffer | undefined;
  readonly transparency: Buffer | undefined;
  /** The compressed pixels, in the order of the file. */
  readonly pixels: readonly Buffer[];
}

/** 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha. */
export type ColourType = 0 | 2 | 3 | 4 | 6;

const DEPTHS: Readonly<Record<ColourType, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** APNG counts as a still: a program that knows nothing of it shows the first picture. */
export function pngFacts(bytes: Buffer): FrameFacts {
  const parts = pngParts(bytes);
  return typeof parts === "string" ? parts : { width: parts.width, height: parts.height, animated: false };
}

/** Chunks with right check sums from IHDR to IEND, and pixels in between; what follows IEND is not looked at. */
export function pngParts(bytes: Buffer): PngParts | ImageTrouble {
  const found: { header?: Buffer; palette?: Buffer; transparency?: Buffer; pixels: Buffer[] } = {
    pixels: [],
  };
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return "cut_off";
    const type = bytes.toString("latin1", at + 4, at + 8);
    const data = bytes.subarray(at + 8, end - 4);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return "bad_checksum";
    if ((type === "IHDR") !== (at === 8)) return "bad_header";
    if (type === "IHDR") found.header = data;
    else if (type === "PLTE") found.palette = data;
    else if (type === "tRNS") found.transparency = data;
    else if (type === "IDAT") found.pixels.push(data);
    else if (type === "IEND") return assembled(found);
    at = end;
  }
  return "cut_off";
}

function assembled(found: {
  header?: Buffer;
  palette?: Buffer;
  transparency?: Buffer;
  pixels: Buffer[];
}): PngParts | ImageTrouble {
  const { header, palette, transparency, pixels } = found;
  if (header?.length !== 13) return "bad_header";
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = header.subarray(8);
  const isKnown = isColourType(colour) && DEPTHS[colour].includes(depth);
  if (!isKnown || compression !== 0 || filter !== 0 || interlace > 1) return "bad_header";
  if (colour === 3 && palette === undefined) return "bad_header";
  if (pixels.length === 0) return "no_pixels";
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  return { width, height, depth, colour, interlaced: interlace === 1, palette, transparency, pixels };
}

function isColourType(value: number): value is ColourType {
  return Object.hasOwn(DEPTHS, value);
}
