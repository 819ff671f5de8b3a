import { Buffer } from "node:buffer";
import type { FrameFacts, ImageTrouble } from "./image-facts.ts";

export interface WebpParts {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  /** Where the first picture lies in an animation's area. */
  readonly left: number;
  readonly top: number;
  /** Of the first picture alone. */
  readonly picture: { readonly width: number; readonly height: number };
  /** A whole file that holds the first picture alone. */
  readonly still: Buffer;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** With its head, and padded. */
  readonly whole: Buffer;
}

export function webpFacts(bytes: Buffer): FrameFacts {
  const parts = webpParts(bytes);
  return typeof parts === "string"
    ? parts
    : { width: parts.width, height: parts.height, animated: parts.animated };
}

/** A RIFF of the right length with a picture of one of the two kinds in it, or an animation of such. */
export function webpParts(bytes: Buffer): WebpParts | ImageTrouble {
  if (bytes.length < 20 || bytes.readUInt32LE(4) + 8 > bytes.length) return "cut_off";
  const chunks = chunksOf(bytes.subarray(12, bytes.readUInt32LE(4) + 8));
  if (typeof chunks === "string") return chunks;
  const extended = chunks.find(({ type }) => type === "VP8X")?.data;
  const frame = chunks.find(({ type }) => type === "ANMF")?.data;
  if (extended !== undefined && extended.length < 10) return "bad_header";
  const area = extended && { width: extended.readUIntLE(4, 3) + 1, height: extended.readUIntLE(7, 3) + 1 };
  if (area === undefined || frame === undefined) {
    const picture = pictureSize(chunks);
    if (typeof picture === "string") return picture;
    const isSame = area === undefined || (area.width === picture.width && area.height === picture.height);
    return isSame ? { ...picture, animated: false, left: 0, top: 0, picture, still: bytes } : "wrong_size";
  }
  return animation(area, frame);
}

function animation(area: { width: number; height: number }, frame: Buffer): WebpParts | ImageTrouble {
  if (frame.length < 16) return "cut_off";
  const chunks = chunksOf(frame.subarray(16));
  const picture = typeof chunks === "string" ? chunks : pictureSize(chunks);
  if (typeof picture === "string" || typeof chunks === "string") return picture as ImageTrouble;
  const [left, top] = [frame.readUIntLE(0, 3) * 2, frame.readUIntLE(3, 3) * 2];
  const isInside = left + picture.width <= area.width && top + picture.height <= area.height;
  if (!isInside) return "wrong_size";
  return { ...area, animated: true, left, top, picture, still: stillOf(chunks, picture) };
}

function chunksOf(bytes: Buffer): readonly Chunk[] | ImageTrouble {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > bytes.length) return "cut_off";
    const end = at + 8 + length + (length % 2);
    const type = bytes.toString("latin1", at, at + 4);
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length), whole: bytes.subarray(at, end) });
    at = end;
  }
  return chunks;
}

function pictureSize(chunks: readonly Chunk[]): { width: number; height: number } | ImageTrouble {
  const found = chunks.find(({ type }) => type === "VP8 " || type === "VP8L");
  if (found === undefined) return "no_pixels";
  const { type, data } = found;
  if (data.length < 10) return "cut_off";
  if (type === "VP8L") {
    if (data[0] !== 0x2f) return "bad_header";
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (data.readUIntBE(3, 3) !== 0x9d012a) return "bad_header";
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** The picture of an animation as a file of its own, its separate alpha with it. */
function stillOf(chunks: readonly Chunk[], { width, height }: { width: number; height: number }): Buffer {
  const extended = Buffer.alloc(18);
  extended.write("VP8X", 0, "latin1");
  extended.writeUInt32LE(10, 4);
  extended[8] = 0x10;
  extended.writeUIntLE(width - 1, 12, 3);
  extended.writeUIntLE(height - 1, 15, 3);
  const picture = chunks.filter(({ type }) => ["ALPH", "VP8 ", "VP8L"].includes(type));
  const hasAlpha = picture.some(({ type }) => type === "ALPH");
  const body = Buffer.concat([...(hasAlpha ? [extended] : []), ...picture.map(({ whole }) => whole)]);
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
