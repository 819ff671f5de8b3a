import type { Buffer } from "node:buffer";
import type { FrameFacts, ImageTrouble } from "./image-facts.ts";

export interface GifParts {
  /** Of the area that the pictures lie in. */
  readonly width: number;
  readonly height: number;
  readonly pictures: number;
  readonly first: GifPicture;
}

export interface GifPicture {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly interlaced: boolean;
  readonly palette: Buffer;
  /** The colour that lets shine through. */
  readonly transparent: number | undefined;
  /** Where its compressed pixels begin: the size of the smallest code, then blocks. */
  readonly dataAt: number;
}

export function gifFacts(bytes: Buffer): FrameFacts {
  const parts = gifParts(bytes);
  if (typeof parts === "string") return parts;
  return { width: parts.width, height: parts.height, animated: parts.pictures > 1 };
}

/** Blocks up to the trailer, a picture inside the area among them. */
export function gifParts(bytes: Buffer): GifParts | ImageTrouble {
  if (bytes.length < 13) return "cut_off";
  const area = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const tableEnd = 13 + tableBytes(bytes[10] ?? 0);
  const common = bytes.subarray(13, tableEnd);
  let first: GifPicture | undefined;
  let pictures = 0;
  let transparent: number | undefined;
  for (let at = tableEnd; at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === 0x3b) return finished(area, first, pictures);
    if (kind === 0x21) {
      if (bytes[at + 1] === 0xf9) transparent = ((bytes[at + 3] ?? 0) & 1) === 1 ? bytes[at + 6] : undefined;
      at = blocksEnd(bytes, at + 2);
    } else if (kind === 0x2c && at + 11 <= bytes.length) {
      const picture = pictureAt(bytes, at, { common, transparent });
      first ??= picture;
      pictures++;
      transparent = undefined;
      at = blocksEnd(bytes, picture.dataAt + 1);
    } else return kind === 0x2c ? "cut_off" : "bad_header";
  }
  return "cut_off";
}

function finished(
  area: { width: number; height: number },
  first: GifPicture | undefined,
  pictures: number,
): GifParts | ImageTrouble {
  if (first === undefined) return "no_pixels";
  if (first.width === 0 || first.height === 0) return "zero_size";
  const isInside = first.left + first.width <= area.width && first.top + first.height <= area.height;
  return isInside ? { ...area, pictures, first } : "wrong_size";
}

function pictureAt(
  bytes: Buffer,
  at: number,
  { common, transparent }: { common: Buffer; transparent: number | undefined },
): GifPicture {
  const flags = bytes[at + 9] ?? 0;
  const dataAt = at + 10 + tableBytes(flags);
  return {
    left: bytes.readUInt16LE(at + 1),
    top: bytes.readUInt16LE(at + 3),
    width: bytes.readUInt16LE(at + 5),
    height: bytes.readUInt16LE(at + 7),
    interlaced: (flags & 0x40) !== 0,
    palette: (flags & 0x80) === 0 ? common : bytes.subarray(at + 10, dataAt),
    transparent,
    dataAt,
  };
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** After the empty block that ends a row of blocks; past the end of a file that is cut off. */
function blocksEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}
