import type { ToolResult } from "../../../contract/tool.ts";
import type { FileType } from "../../../output/file-type.ts";
import { readFault } from "../errors.ts";
import { VIDEO_BYTES } from "../limits.ts";
import { readTexts as texts } from "../texts.ts";
import type { HeldRead } from "../types.ts";

/** A video block. @throws Fault when it is too large to be sent whole. */
export function readVideo({ input, bytes, details }: HeldRead, type: FileType): ToolResult {
  if (bytes.length > VIDEO_BYTES) throw readFault.mediaTooLarge(input.path, bytes.length, VIDEO_BYTES);
  const mimeType = type.mimeType ?? "video/mp4";
  const text = texts.video(input.path, type.name, bytes.length);
  return {
    tool_name: "read",
    text,
    content: [
      { type: "text", text },
      { type: "video", data: bytes.toString("base64"), mimeType },
    ],
    details: { ...details, kind: "video", mime_type: mimeType, bytes: bytes.length },
  };
}
