import { textResult } from "../../../contract/results.ts";
import type { ToolResult } from "../../../contract/tool.ts";
import { messageOf } from "../../../output/fault.ts";
import type { FileType } from "../../../output/file-type.ts";
import { readFault } from "../errors.ts";
import { DECODED_PIXELS } from "../limits.ts";
import { readTexts as texts } from "../texts.ts";
import type { HeldRead } from "../types.ts";
import { type FittedImage, fitImage } from "./fitted-image.ts";
import { type ImageFacts, type ImageFormat, imageFacts } from "./image-facts.ts";

const FORMATS: Readonly<Record<string, ImageFormat>> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** What the whole file is, if it is a whole image of this type. */
export function wholeImage({ bytes }: HeldRead, type: FileType): ImageFacts | undefined {
  const format = FORMATS[type.mimeType ?? ""];
  return format === undefined ? undefined : imageFacts(bytes, format);
}

/** An image block, scaled to what providers take; a text for a model that cannot see. */
export async function readImage(read: HeldRead, facts: ImageFacts): Promise<ToolResult> {
  const { input, bytes, services } = read;
  const { format, width, height } = facts;
  const details = { ...read.details, kind: "image", format, width, height, bytes: bytes.length };
  if (!services.model.supports.image)
    return textResult("read", texts.unseenImage(input.path, facts), { details });
  const image = await fitted(read, facts);
  const text = texts.image(input.path, facts, image);
  const block = { type: "image", data: image.bytes.toString("base64"), mimeType: image.mimeType } as const;
  return {
    tool_name: "read",
    text,
    content: [{ type: "text", text }, block],
    toolResponse: () => ({
      type: "image",
      file: { base64: block.data, type: block.mimeType, originalSize: bytes.length },
    }),
    details: { ...details, mime_type: image.mimeType, shown_width: image.width, shown_height: image.height },
  };
}

async function fitted({ input, bytes }: HeldRead, facts: ImageFacts): Promise<FittedImage> {
  const { width, height } = facts;
  if (width * height > DECODED_PIXELS) throw readFault.imageTooLarge(input.path, width, height);
  try {
    return await fitImage(bytes, facts);
  } catch (error) {
    throw readFault.brokenImage(input.path, facts.format, messageOf(error));
  }
}
