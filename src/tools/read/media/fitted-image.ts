import type { Buffer } from "node:buffer";
import { IMAGE_ENCODED_BYTES, IMAGE_SIDE_PIXELS, JPEG_QUALITIES } from "../limits.ts";
import { decodeImage, encodeJpeg, encodePng } from "./image-codecs.ts";
import type { ImageFacts } from "./image-facts.ts";
import { isOpaque, type Pixels, shrink } from "./pixels.ts";

export interface FittedImage {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

/** The image itself where it is within the providers' limits, else scaled down until it is. @throws when it cannot be decoded. */
export async function fitImage(bytes: Buffer, facts: ImageFacts): Promise<FittedImage> {
  const { width, height, format } = facts;
  const side = Math.max(width, height);
  if (side <= IMAGE_SIDE_PIXELS && fits(bytes)) return { bytes, mimeType: `image/${format}`, width, height };

  const whole = await decodeImage(bytes, format);
  const lossy = format === "jpeg";
  for (let scale = Math.min(1, IMAGE_SIDE_PIXELS / Math.max(whole.width, whole.height)); ; scale *= 0.75) {
    const image = scaled(whole, scale);
    const fitted = await encodeFitting(image, lossy);
    if (fitted !== undefined) return fitted;
  }
}

function scaled(image: Pixels, scale: number): Pixels {
  if (scale === 1) return image;
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  return shrink(image, width ?? 1, height ?? 1);
}

/** Without loss where that is small enough; undefined when no way is. */
async function encodeFitting(image: Pixels, lossy: boolean): Promise<FittedImage | undefined> {
  const { width, height } = image;
  if (!lossy) {
    const bytes = await encodePng(image);
    if (fits(bytes)) return { bytes, mimeType: "image/png", width, height };
    if (!isOpaque(image)) return undefined;
  }
  for (const quality of JPEG_QUALITIES) {
    const bytes = await encodeJpeg(image, quality);
    if (fits(bytes)) return { bytes, mimeType: "image/jpeg", width, height };
  }
  return undefined;
}

function fits(bytes: Buffer): boolean {
  return Math.ceil(bytes.length / 3) * 4 <= IMAGE_ENCODED_BYTES;
}
