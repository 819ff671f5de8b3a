import type { Buffer } from "node:buffer";
import type { FrameFacts, ImageTrouble } from "./image-facts.ts";

export interface BmpParts {
  readonly width: number;
  readonly height: number;
  /** Whether the first row of the file is the top one; usual is the lowest. */
  readonly topDown: boolean;
  /** Bits of a pixel: 1, 4 or 8 of a palette, 16, 24 or 32 of colours. */
  readonly depth: number;
  /** Which bits of a pixel are red, green, blue, alpha; undefined with a palette. */
  readonly masks: readonly [number, number, number, number] | undefined;
  /** Blue, green, red of each colour, with an unused byte after it where `paletteStep` is 4. */
  readonly palette: Buffer;
  readonly paletteStep: number;
  /** Whether `rows` holds runs of equal pixels instead of pixels. */
  readonly hasRuns: boolean;
  /** Rows, each filled up to four bytes. */
  readonly rows: Buffer;
  readonly rowBytes: number;
}

export function bmpFacts(bytes: Buffer): FrameFacts {
  const parts = bmpParts(bytes);
  return typeof parts === "string" ? parts : { width: parts.width, height: parts.height, animated: false };
}

const [FILE_HEAD, OLD_HEAD, USUAL_HEAD] = [14, 12, 40];
const DEPTHS = [1, 4, 8, 16, 24, 32];

/** Ways to hold pixels: plain, runs of equal ones with 8 and with 4 bits, and with masks of bits. */
const [PLAIN, RUNS_8, RUNS_4, MASKED, MASKED_WITH_ALPHA] = [0, 1, 2, 3, 6];

/** Both headers, and as many rows as they say. */
export function bmpParts(bytes: Buffer): BmpParts | ImageTrouble {
  if (bytes.length < FILE_HEAD + OLD_HEAD) return "cut_off";
  const headBytes = bytes.readUInt32LE(FILE_HEAD);
  if (bytes.length < FILE_HEAD + headBytes) return "cut_off";
  const isOld = headBytes === OLD_HEAD;
  if (!isOld && headBytes < USUAL_HEAD) return "bad_header";
  const width = isOld ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const signedHeight = isOld ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  const depth = bytes.readUInt16LE(isOld ? 24 : 28);
  const compression = isOld ? PLAIN : bytes.readUInt32LE(30);
  if (width < 0 || !DEPTHS.includes(depth)) return "bad_header";
  const hasRuns = (compression === RUNS_8 && depth === 8) || (compression === RUNS_4 && depth === 4);
  if (!hasRuns && ![PLAIN, MASKED, MASKED_WITH_ALPHA].includes(compression)) return "unsupported";
  const masks = depth <= 8 ? undefined : masksOf(bytes, { depth, compression, headBytes });
  if (masks === "cut_off") return masks;
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  const height = Math.abs(signedHeight);
  const start = bytes.readUInt32LE(10);
  const end = hasRuns ? bytes.length : start + rowBytes * height;
  if (end > bytes.length) return "too_few_pixels";
  return {
    ...{ width, height, depth, masks, rowBytes, hasRuns, topDown: signedHeight < 0 },
    palette: bytes.subarray(FILE_HEAD + headBytes, start),
    paletteStep: isOld ? 3 : 4,
    rows: bytes.subarray(start, end),
  };
}

function masksOf(
  bytes: Buffer,
  { depth, compression, headBytes }: { depth: number; compression: number; headBytes: number },
): readonly [number, number, number, number] | "cut_off" {
  if (compression === PLAIN) return depth === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0xff00, 0xff, 0];
  const at = FILE_HEAD + USUAL_HEAD;
  const hasAlpha = headBytes >= USUAL_HEAD + 16 || compression === MASKED_WITH_ALPHA;
  if (bytes.length < at + 16) return "cut_off";
  const mask = (index: number): number => bytes.readUInt32LE(at + index * 4);
  return [mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0];
}
