import { Buffer } from "node:buffer";
import { textResult } from "../../../contract/results.ts";
import type { ToolResult } from "../../../contract/tool.ts";
import { mediaFault } from "../../../media/errors.ts";
import type { ImageFacts } from "../../../media/images/image-facts.ts";
import { fittedImage } from "../../../media/read-image.ts";
import type { FileType } from "../../../output/file-type.ts";
import { readTexts as texts } from "../texts.ts";
import type { HeldRead } from "../types.ts";

/** An image block, as providers take it; a text for a model that cannot see. @throws Fault when it cannot be decoded. */
export async function readImage(read: HeldRead, facts: ImageFacts, type: FileType): Promise<ToolResult> {
  const { input, bytes, services, signal } = read;
  const { format, width, height, animated } = facts;
  const details = { ...read.details, kind: "image", format, width, height, bytes: bytes.length };
  const answer = await fittedImage(bytes, facts, { signal, shown: services.model.supports.image });
  if (!answer.ok) throw mediaFault(input.path, type.name, answer.failure);
  if (!services.model.supports.image)
    return textResult("read", texts.unseenImage(input.path, facts), { details });
  const image = answer.result;
  const text = texts.image(input.path, facts, image);
  const data = Buffer.from(image.bytes ?? bytes).toString("base64");
  return {
    tool_name: "read",
    text,
    content: [
      { type: "text", text },
      { type: "image", data, mimeType: image.mimeType },
    ],
    toolResponse: () => ({
      type: "image",
      file: { base64: data, type: image.mimeType, originalSize: bytes.length },
    }),
    details: {
      ...details,
      mime_type: image.mimeType,
      shown_width: image.width,
      shown_height: image.height,
      ...(animated ? { animated } : {}),
      ...(image.damaged ? { damaged: true } : {}),
    },
  };
}
