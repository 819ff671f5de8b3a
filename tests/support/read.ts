import type { ContentBlock, ToolResult } from "../../src/contract/tool.ts";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { callTool, testServices } from "./tools.ts";
import { workspace } from "./workspace.ts";

interface Seeing {
  /** Whether the model sees images; default: it does. */
  readonly image?: boolean;
  readonly video?: boolean;
}

/** Reads one file of a workspace that holds nothing else. */
export async function readFile(
  name: string,
  file: string | Uint8Array,
  input: object = {},
  { image = true, video = true }: Seeing = {},
): Promise<ToolResult> {
  using ws = workspace({ [name]: file });
  const model = { provider: "test", id: "sees", contextWindow: 100_000, supports: { image, video } };
  return await callTool(ws.path, createReadTool(testServices(ws.path, { model })), { path: name, ...input });
}

/** The image block of a result. @throws when there is none. */
export function imageOf({ content, text }: ToolResult): { bytes: Buffer; mimeType: string } {
  const block = content.find((candidate: ContentBlock) => candidate.type === "image");
  if (block?.type !== "image") throw new Error(`no image block: ${text}`);
  return { bytes: Buffer.from(block.data, "base64"), mimeType: block.mimeType };
}
