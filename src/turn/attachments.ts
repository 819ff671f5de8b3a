import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { ImageContent, TextContent } from "@earendil-works/pi-ai";
import type { ModelFacts } from "../contract/model.ts";
import { decodeText, imageTypeOf } from "../mcp/media.ts";
import { systemReason } from "../output/system-error.ts";
import { turnFault } from "./errors.ts";
import { MAX_ATTACHED_IMAGE_BYTES, MAX_PROMPT_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";

/**
 * A file of `--file` as a block of the prompt: an image by its content, or UTF-8 text under its name.
 * @throws Fault `attachment_unusable` (exit 2) for anything else, and for an image that the model cannot see.
 */
export function attachment(path: string, shown: string, model: ModelFacts): TextContent | ImageContent {
  const bytes = regularBytes(path, shown);
  const mimeType = imageTypeOf(bytes);
  const most = mimeType === undefined ? MAX_PROMPT_BYTES : MAX_ATTACHED_IMAGE_BYTES;
  if (bytes.length > most) throw turnFault.attachmentUnusable(shown, texts.tooBig(bytes.length, most));
  if (mimeType !== undefined) {
    if (!model.supports.image) throw turnFault.attachmentUnusable(shown, texts.noImages);
    return { type: "image", data: bytes.toString("base64"), mimeType };
  }
  const text = decodeText(bytes);
  if (text === undefined) throw turnFault.attachmentUnusable(shown, texts.neitherTextNorImage);
  return { type: "text", text: texts.attachedFile(basename(path), text) };
}

function regularBytes(path: string, shown: string): Buffer {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw turnFault.attachmentUnusable(shown, stat ? texts.noFile : texts.notThere);
  try {
    return readFileSync(path);
  } catch (error) {
    throw turnFault.attachmentUnusable(shown, systemReason(error));
  }
}
