import { Buffer } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import type { ContentBlock } from "../contract/tool.ts";
import type { ArtifactCall } from "../output/artifacts/types.ts";
import { signedType } from "../output/file-type.ts";
import { BLOB_TEXT_MAX_BYTES } from "./limits.ts";
import { decodeBase64, decodeText, imageTypeOf } from "./media.ts";
import { texts } from "./texts.ts";
import type { McpToolServices, RawCallResult, RawContent } from "./types.ts";

/** The call whose answer it is, and what it may use. */
export interface Mapping {
  readonly call: ArtifactCall;
  readonly services: McpToolServices;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The blocks of a server's answer for the model: everything arrives, images by the type that their bytes
 * show, other binary as the path of a stored file, never as text (40-mcp "Results").
 */
export async function mapContent(result: RawCallResult, mapping: Mapping): Promise<readonly ContentBlock[]> {
  const blocks: ContentBlock[] = [];
  for (const block of result.content) blocks.push(await mapBlock(block, mapping));
  if (result.structuredContent !== undefined && !saidAlready(result)) {
    blocks.push(textBlock(JSON.stringify(result.structuredContent, null, 2)));
  }
  return blocks.length === 0 ? [textBlock(texts.emptyResult)] : blocks;
}

async function mapBlock(block: RawContent, mapping: Mapping): Promise<ContentBlock> {
  switch (block.type) {
    case "text":
      return textBlock(String(block.text ?? ""));
    case "image":
    case "audio":
      return mapBinary({ label: block.type, data: block.data, mimeType: block.mimeType }, mapping);
    case "resource":
      return mapResource(block.resource, mapping);
    case "resource_link":
      return textBlock(texts.resourceLink(words(block.name), words(block.uri), words(block.description)));
    default:
      return textBlock(texts.unknownBlock(block.type, JSON.stringify(block).slice(0, 2_000)));
  }
}

interface Binary {
  /** What it is, for people: "image", "audio", or a resource's address. */
  readonly label: string;
  readonly data: unknown;
  readonly mimeType: unknown;
}

async function mapBinary(binary: Binary, mapping: Mapping): Promise<ContentBlock> {
  const bytes = typeof binary.data === "string" ? decodeBase64(binary.data) : undefined;
  if (bytes === undefined) return textBlock(texts.notBase64(binary.label));
  const imageType = imageTypeOf(bytes);
  if (imageType === undefined) return textBlock(await stored(binary, bytes, mapping));
  const whereItIs = () => stored({ ...binary, mimeType: imageType }, bytes, mapping);
  if (!mapping.services.supportsImages) return textBlock(await whereItIs());
  const { soundImage } = await import("../media/read-image.ts");
  const answer = await soundImage(bytes, imageType, { signal: mapping.signal });
  if (!answer.ok) {
    const { mediaTexts } = await import("../media/texts.ts");
    return textBlock(
      `${await whereItIs()} ${mediaTexts.why(signedType(bytes)?.name ?? imageType, answer.failure)}`,
    );
  }
  const image = answer.result;
  const data = Buffer.from(image.bytes ?? bytes).toString("base64");
  return { type: "image", data, mimeType: image.mimeType };
}

async function mapResource(resource: unknown, mapping: Mapping): Promise<ContentBlock> {
  const { uri, text, blob, mimeType } = (resource ?? {}) as Record<string, unknown>;
  const label = texts.resource(words(uri) ?? "");
  if (typeof text === "string") return textBlock(`[${label}]\n${text}`);
  const bytes = typeof blob === "string" ? decodeBase64(blob) : undefined;
  if (bytes !== undefined && bytes.length <= BLOB_TEXT_MAX_BYTES && imageTypeOf(bytes) === undefined) {
    const decoded = decodeText(bytes);
    if (decoded !== undefined) return textBlock(`[${label}]\n${decoded}`);
  }
  return mapBinary({ label, data: blob, mimeType }, mapping);
}

async function stored(
  { label, mimeType }: Binary,
  bytes: Buffer,
  { call, services }: Mapping,
): Promise<string> {
  const writer = services.artifacts.begin(call);
  writer.write(bytes);
  const artifact = await writer.publish();
  return texts.stored(label, words(mimeType), bytes.length, artifact?.path);
}

/** Servers should also give structured content as text; then it is not shown twice. */
function saidAlready({ content, structuredContent }: RawCallResult): boolean {
  return content.some(({ type, text }) => {
    if (type !== "text" || typeof text !== "string") return false;
    try {
      return isDeepStrictEqual(JSON.parse(text), structuredContent);
    } catch {
      return false;
    }
  });
}

function words(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textBlock(text: string): ContentBlock {
  return { type: "text", text };
}
