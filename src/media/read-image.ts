import type { Buffer } from "node:buffer";
import { assetBytes } from "../config/assets.ts";
import { CODECS_OF } from "./images/codec-names.ts";
import type { ImageFacts, ImageFormat, ImageTrouble } from "./images/image-facts.ts";
import { imageFacts } from "./images/image-facts.ts";
import { inThread, type ThreadOptions } from "./in-thread.ts";
import type { FittedImage, MediaAnswer } from "./types.ts";

const FORMATS: Readonly<Record<string, ImageFormat>> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/bmp": "bmp",
};

/** What the whole file is, or what is wrong with its frame; `mimeType` is what its first bytes show. */
export function factsOf(bytes: Buffer, mimeType: string): ImageFacts | ImageTrouble {
  const format = FORMATS[mimeType];
  return format === undefined ? "unsupported" : imageFacts(bytes, format);
}

/** An image as providers take it, decoded once to be sure; not made smaller when nobody is `shown` it. @throws the signal's reason. */
export function fittedImage(
  bytes: Buffer,
  facts: ImageFacts,
  options: ThreadOptions & { readonly shown?: boolean },
): Promise<MediaAnswer<FittedImage>> {
  const codecs = Object.fromEntries(CODECS_OF[facts.format].map((name) => [name, assetBytes(name)]));
  return inThread({ kind: "image", bytes, facts, codecs, shown: options.shown ?? true }, options);
}

/** The same for bytes of which only the kind is known. */
export async function soundImage(
  bytes: Buffer,
  mimeType: string,
  options: ThreadOptions,
): Promise<MediaAnswer<FittedImage>> {
  const facts = factsOf(bytes, mimeType);
  if (typeof facts !== "string") return fittedImage(bytes, facts, options);
  return { ok: false, failure: { code: "broken_image", trouble: facts } };
}
