import { Buffer } from "node:buffer";
import { IMAGE_ENCODED_BYTES, IMAGE_SIDE_PIXELS, JPEG_QUALITIES } from "../limits.ts";
import type { Codecs, FittedImage, MediaTask } from "../types.ts";
import { decodeImage, mustFit } from "./decode-image.ts";
import { exifOrientation } from "./exif.ts";
import { isOpaque, oriented, type PixelSink, type Pixels, pour, WholePicture } from "./pixels.ts";
import { SmallerPicture } from "./smaller-picture.ts";
import { encodeJpeg } from "./wasm-codecs.ts";

type ImageFile = Omit<Extract<MediaTask, { kind: "image" }>, "kind">;

/**
 * The image itself where it is sound and within the providers' limits, else made anew: scaled down until it
 * is, of an animation the first picture. @throws MediaFailed when it cannot be decoded.
 */
export async function fitImage({ bytes, facts, codecs, shown }: ImageFile): Promise<FittedImage> {
  mustFit(facts);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { width, height, format } = facts;
  const original = { bytes: undefined, mimeType: `image/${format}`, width, height };
  const isTaken = format !== "bmp" && !facts.animated;
  const isWithin = isTaken && Math.max(width, height) <= IMAGE_SIDE_PIXELS && fits(bytes);
  if (isWithin || !shown) {
    const { damaged, foreignColours } = await decodeImage({ bytes: file, facts, codecs, sink: undefined });
    if (!shown || !(damaged || foreignColours)) return { ...original, damaged };
  }
  const picture = pictureWithin(facts);
  const { damaged } = await decodeImage({ bytes: file, facts, codecs, sink: picture.sink });
  const pixels = picture.pixels();
  const upright = format === "jpeg" ? oriented(pixels, exifOrientation(file)) : pixels;
  return { ...(await encodedWithin(upright, format === "jpeg", codecs)), damaged };
}

/** A picture that takes an image's pixels and is no larger than providers take. */
function pictureWithin(
  facts: { width: number; height: number },
  scale = 1,
): { sink: PixelSink; pixels(): Pixels } {
  const factor = Math.min(scale, IMAGE_SIDE_PIXELS / Math.max(facts.width, facts.height));
  if (factor >= 1) {
    const whole = new WholePicture(facts.width, facts.height);
    return { sink: whole, pixels: () => whole.pixels };
  }
  const side = (length: number): number => Math.max(1, Math.round(length * factor));
  const smaller = new SmallerPicture(facts, { width: side(facts.width), height: side(facts.height) });
  return { sink: smaller, pixels: () => smaller.pixels() };
}

/** Smaller and smaller until it is small enough encoded. */
async function encodedWithin(
  whole: Pixels,
  lossy: boolean,
  codecs: Codecs,
): Promise<Omit<FittedImage, "damaged">> {
  for (let scale = 1; ; scale *= 0.75) {
    const { sink, pixels } = pictureWithin(whole, scale);
    pour(whole, sink);
    const fitted = await encodeFitting(pixels(), lossy, codecs);
    if (fitted !== undefined) return fitted;
  }
}

/** Without loss where that is small enough; undefined when no way is. */
async function encodeFitting(
  image: Pixels,
  lossy: boolean,
  codecs: Codecs,
): Promise<Omit<FittedImage, "damaged"> | undefined> {
  const { width, height } = image;
  if (!lossy) {
    const bytes = await encodePng(image);
    if (fits(bytes)) return { bytes, mimeType: "image/png", width, height };
    if (!isOpaque(image)) return undefined;
  }
  for (const quality of JPEG_QUALITIES) {
    const bytes = await encodeJpeg(image, quality, codecs);
    if (fits(bytes)) return { bytes, mimeType: "image/jpeg", width, height };
  }
  return undefined;
}

/** Lossless. */
async function encodePng(image: Pixels): Promise<Uint8Array> {
  const { PNG } = await import("pngjs");
  const png = new PNG({ width: image.width, height: image.height });
  png.data = Buffer.from(image.data.buffer, image.data.byteOffset, image.data.byteLength);
  return PNG.sync.write(png);
}

function fits(bytes: Uint8Array): boolean {
  return Math.ceil(bytes.length / 3) * 4 <= IMAGE_ENCODED_BYTES;
}
