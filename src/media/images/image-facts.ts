import type { Buffer } from "node:buffer";
import { bmpFacts } from "./bmp-frame.ts";
import { gifFacts } from "./gif-frame.ts";
import { jpegFacts } from "./jpeg-frame.ts";
import { pngFacts } from "./png-frame.ts";
import { webpFacts } from "./webp-frame.ts";

/** All but BMP are also what providers take. */
export type ImageFormat = "png" | "jpeg" | "gif" | "webp" | "bmp";

export interface ImageFacts {
  readonly format: ImageFormat;
  /** Pixels, as stored. */
  readonly width: number;
  readonly height: number;
  /** Several pictures that are shown one after the other. */
  readonly animated: boolean;
}

/** What is wrong with an image: a closed list. */
export type ImageTrouble =
  | "cut_off"
  | "bad_header"
  | "bad_checksum"
  | "no_pixels"
  | "zero_size"
  | "wrong_size"
  | "bad_pixels"
  | "too_few_pixels"
  | "unsupported";

/** What a frame's reader found. */
export type FrameFacts = Omit<ImageFacts, "format"> | ImageTrouble;

const READERS: Readonly<Record<ImageFormat, (bytes: Buffer) => FrameFacts>> = {
  png: pngFacts,
  jpeg: jpegFacts,
  gif: gifFacts,
  webp: webpFacts,
  bmp: bmpFacts,
};

/** Checks the frame of an image from its first byte to its last, without decoding pixels. */
export function imageFacts(bytes: Buffer, format: ImageFormat): ImageFacts | ImageTrouble {
  const found = READERS[format](bytes);
  if (typeof found === "string") return found;
  return found.width === 0 || found.height === 0 ? "zero_size" : { format, ...found };
}
