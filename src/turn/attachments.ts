import { Buffer } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { ImageContent, TextContent } from "@earendil-works/pi-ai";
import type { ModelFacts } from "../contract/model.ts";
import { decodeText, imageTypeOf } from "../mcp/media.ts";
import { IMAGE_FILE_BYTES } from "../media/limits.ts";
import { signedType } from "../output/file-type.ts";
import { systemReason } from "../output/system-error.ts";
import { turnFault } from "./errors.ts";
import { MAX_PROMPT_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";

/**
 * A file of `--file` as a block of the prompt: an image by its content, made smaller where providers want that, or
 * UTF-8 text under its name.
 * @throws Fault `attachment_unusable` (exit 2) for anything else, and for an image that is broken or that the model
 * cannot see.
 */
export async function attachment(
  path: string,
  shown: string,
  model: ModelFacts,
): Promise<TextContent | ImageContent> {
  const bytes = regularBytes(path, shown);
  const mimeType = imageTypeOf(bytes);
  if (mimeType !== undefined) {
    if (!model.supports.image) throw turnFault.attachmentUnusable(shown, texts.noImages);
    return imageBlock(bytes, mimeType, shown);
  }
  if (bytes.length > MAX_PROMPT_BYTES) {
    throw turnFault.attachmentUnusable(shown, texts.tooBig(bytes.length, MAX_PROMPT_BYTES));
  }
  const text = decodeText(bytes);
  if (text === undefined) throw turnFault.attachmentUnusable(shown, texts.neitherTextNorImage);
  return { type: "text", text: texts.attachedFile(basename(path), text) };
}

async function imageBlock(bytes: Buffer, mimeType: string, shown: string): Promise<ImageContent> {
  const { soundImage } = await import("../media/read-image.ts");
  const answer = await soundImage(bytes, mimeType, {});
  if (!answer.ok) {
    const { mediaTexts } = await import("../media/texts.ts");
    throw turnFault.attachmentUnusable(
      shown,
      mediaTexts.why(signedType(bytes)?.name ?? mimeType, answer.failure),
    );
  }
  const image = answer.result;
  return {
    type: "image",
    data: Buffer.from(image.bytes ?? bytes).toString("base64"),
    mimeType: image.mimeType,
  };
}

function regularBytes(path: string, shown: string): Buffer {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw turnFault.attachmentUnusable(shown, stat ? texts.noFile : texts.notThere);
  if (stat.size > IMAGE_FILE_BYTES) {
    throw turnFault.attachmentUnusable(shown, texts.tooBig(stat.size, IMAGE_FILE_BYTES));
  }
  try {
    return readFileSync(path);
  } catch (error) {
    throw turnFault.attachmentUnusable(shown, systemReason(error));
  }
}
