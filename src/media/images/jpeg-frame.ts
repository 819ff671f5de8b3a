import type { Buffer } from "node:buffer";
import type { FrameFacts, ImageTrouble } from "./image-facts.ts";

export interface JpegParts {
  readonly width: number;
  readonly height: number;
  /** Colours of a pixel: 1 grey, 3, or 4 as printers use them. */
  readonly colours: number;
  /** Passes over the picture. */
  readonly scans: number;
}

export function jpegFacts(bytes: Buffer): FrameFacts {
  const parts = jpegParts(bytes);
  return typeof parts === "string" ? parts : { width: parts.width, height: parts.height, animated: false };
}

const [SCAN, END] = [0xda, 0xd9];

/** Segments up to the end mark: one frame header, and at least one scan after it. */
export function jpegParts(bytes: Buffer): JpegParts | ImageTrouble {
  let frame: Omit<JpegParts, "scans"> | undefined;
  let scans = 0;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return "bad_header";
    const marker = bytes[at + 1] ?? 0;
    if (marker === END) return frame !== undefined && scans > 0 ? { ...frame, scans } : "no_pixels";
    if (marker === 0xff || isAlone(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > bytes.length) return "cut_off";
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return "bad_header";
    if (isFrame(marker)) {
      if (frame !== undefined || length < 8 || at + 10 > bytes.length) return "bad_header";
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      frame = { width, height, colours: bytes[at + 9] ?? 0 };
    }
    at += 2 + length;
    if (marker !== SCAN) continue;
    scans++;
    at = scanEnd(bytes, at);
  }
  return "cut_off";
}

/** Where the next segment begins: in a scan's data 0xff is followed by 0, or is a restart mark. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !isAlone(next)) return at;
  }
  return bytes.length;
}

/** Marks without a length: restarts, and one for private use. */
function isAlone(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
