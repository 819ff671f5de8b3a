import type { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { startsWith } from "../../../output/file-type.ts";

export type ImageFormat = "png" | "jpeg" | "gif" | "webp";

export interface ImageFacts {
  readonly format: ImageFormat;
  /** Pixels, as stored. */
  readonly width: number;
  readonly height: number;
}

/**
 * Checks the frame of an image from its first byte to its last, without decoding pixels: a provider refuses
 * a conversation, not just a message, that holds a broken one. Undefined when the frame is not whole.
 */
export function imageFacts(bytes: Buffer, format: ImageFormat): ImageFacts | undefined {
  const size = READERS[format](bytes);
  return size === undefined || size.width === 0 || size.height === 0 ? undefined : { format, ...size };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const READERS: Readonly<Record<ImageFormat, (bytes: Buffer) => Size | undefined>> = {
  png: pngSize,
  jpeg: jpegSize,
  gif: gifSize,
  webp: webpSize,
};

/** Chunks with right check sums from IHDR to IEND, and pixels in between. */
function pngSize(bytes: Buffer): Size | undefined {
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return undefined;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    if (type === "IHDR" && length === 13) {
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (type === "IDAT") hasPixels = true;
    if (type === "IEND") return hasPixels ? size : undefined;
    at = end;
  }
  return undefined;
}

/** Segments up to the scan, a frame header among them, and an end mark. */
function jpegSize(bytes: Buffer): Size | undefined {
  let size: Size | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && at + 9 <= bytes.length) {
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    // The scan begins: its data is not looked at.
    if (marker === 0xda) return bytes.indexOf(Uint8Array.of(0xff, 0xd9), at) === -1 ? undefined : size;
    at += 2 + length;
  }
  return undefined;
}

/** Blocks up to the trailer, an image among them. */
function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 13) return undefined;
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let hasImage = false;
  for (let at = 13 + gifTableBytes(bytes[10] ?? 0); at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === 0x3b) return hasImage ? size : undefined;
    if (kind === 0x21) at = gifBlocksEnd(bytes, at + 2);
    else if (kind === 0x2c) {
      at = gifBlocksEnd(bytes, at + 11 + gifTableBytes(bytes[at + 9] ?? 0));
      hasImage = true;
    } else return undefined;
  }
  return undefined;
}

function gifTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function gifBlocksEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

/** A RIFF of the right length with a picture chunk of one of the three kinds. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8L" && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind === "VP8 " && startsWith(bytes.subarray(23), [0x9d, 0x01, 0x2a])) {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  return undefined;
}
