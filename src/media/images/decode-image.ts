import type { Buffer } from "node:buffer";
import { brokenImage, MediaFailed } from "../failed.ts";
import { FOUR_COLOUR_PIXELS, JPEG_PASS_PIXELS, ROW_PIXELS, SIDE_PIXELS, WHOLE_PIXELS } from "../limits.ts";
import type { Codecs } from "../types.ts";
import { decodeBmp } from "./decode-bmp.ts";
import { decodeGif } from "./decode-gif.ts";
import { decodePng } from "./decode-png.ts";
import type { ImageFacts, ImageFormat } from "./image-facts.ts";
import { jpegParts } from "./jpeg-frame.ts";
import { type PixelSink, type Pixels, pour } from "./pixels.ts";
import { wasmJpeg, wasmWebp } from "./wasm-codecs.ts";
import { webpParts } from "./webp-frame.ts";

/** Pixels that a format may have: judged by the header, before anything is decoded. */
const MOST_PIXELS: Readonly<Record<ImageFormat, number>> = {
  png: ROW_PIXELS,
  bmp: ROW_PIXELS,
  gif: WHOLE_PIXELS,
  jpeg: WHOLE_PIXELS,
  webp: WHOLE_PIXELS,
};

export interface Decoding {
  readonly bytes: Buffer;
  readonly facts: ImageFacts;
  readonly codecs: Codecs;
  /** Undefined: only whether it can be decoded is asked. */
  readonly sink: PixelSink | undefined;
}

/** What is to be known about how it went. */
export interface Decoded {
  /** The decoder had to guess. */
  readonly damaged: boolean;
  /** The file's own colours are none that models take. */
  readonly foreignColours: boolean;
}

/** Judges by the header what an image will take. @throws MediaFailed */
export function mustFit({ format, width, height }: ImageFacts): void {
  refuseOver(MOST_PIXELS[format], { width, height });
  if (Math.max(width, height) > SIDE_PIXELS) {
    throw new MediaFailed({ code: "too_long_side", width, height, most: SIDE_PIXELS });
  }
}

/** Decodes an image that fits, of an animation the first picture, into a sink. @throws MediaFailed */
export async function decodeImage(decoding: Decoding): Promise<Decoded> {
  const { bytes, facts, sink, codecs } = decoding;
  const sound = { damaged: false, foreignColours: false };
  switch (facts.format) {
    case "png":
      await decodePng(bytes, sink);
      return sound;
    case "bmp":
      decodeBmp(bytes, sink);
      return sound;
    case "gif":
      decodeGif(bytes, sink);
      return sound;
    case "jpeg":
      return decodeJpeg(decoding);
    case "webp": {
      const parts = webpParts(bytes);
      if (typeof parts === "string") throw brokenImage(parts);
      refuseOver(WHOLE_PIXELS, parts.picture);
      const pixels = await orBroken(wasmWebp(parts.still, codecs));
      mustBe(pixels, parts.picture);
      if (sink !== undefined) pour(pixels, sink, parts.left, parts.top);
      return sound;
    }
  }
}

async function decodeJpeg({ bytes, sink, codecs }: Decoding): Promise<Decoded> {
  const parts = jpegParts(bytes);
  if (typeof parts === "string") throw brokenImage(parts);
  const pixels = parts.width * parts.height;
  if (pixels * parts.scans > JPEG_PASS_PIXELS) throw brokenImage("unsupported");
  const foreignColours = parts.colours === 4;
  if (foreignColours) refuseOver(FOUR_COLOUR_PIXELS, parts);
  const decoded = await orBroken(foreignColours ? fourColourJpeg(bytes) : wasmJpeg(bytes, codecs));
  mustBe(decoded.pixels, parts);
  if (sink !== undefined) pour(decoded.pixels, sink);
  return { damaged: decoded.complaints > 0, foreignColours };
}

/** The colours of printing, CMYK, which the other decoder does not know. */
async function fourColourJpeg(bytes: Buffer): Promise<{ pixels: Pixels; complaints: number }> {
  const { decode } = (await import("jpeg-js")).default;
  const pixels = decode(bytes, { useTArray: true, tolerantDecoding: false, maxMemoryUsageInMB: 1024 });
  return { pixels, complaints: 0 };
}

async function orBroken<T>(decoding: Promise<T>): Promise<T> {
  try {
    return await decoding;
  } catch {
    throw brokenImage("bad_pixels");
  }
}

function refuseOver(most: number, { width, height }: { width: number; height: number }): void {
  if (width * height > most) throw new MediaFailed({ code: "too_many_pixels", width, height, most });
}

function mustBe(pixels: Pixels, { width, height }: { width: number; height: number }): void {
  if (pixels.width !== width || pixels.height !== height) throw brokenImage("wrong_size");
}
