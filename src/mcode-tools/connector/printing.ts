import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { RawContent } from "../../mcp/types.ts";
import { connectorFaults } from "./errors.ts";
import { MAX_FILE_NUMBER } from "./limits.ts";
import type { ConnectorAnswer } from "./types.ts";

/**
 * What `connector call` prints: structuredContent where there is some; else the value of a single text block
 * that is JSON; else the blocks. Binary blocks are written to files in `folder` and their paths stand in
 * for the bytes.
 */
export function printedAnswer(answer: ConnectorAnswer, folder: string): unknown {
  if (answer.structuredContent !== undefined && answer.structuredContent !== null)
    return answer.structuredContent;
  const [first, ...more] = answer.content;
  if (first?.type === "text" && typeof first.text === "string" && more.length === 0) {
    try {
      return exactValue(first.text);
    } catch {
      // Plain text: printed as a block, below.
    }
  }
  return { content: answer.content.map((block) => printedBlock(block, folder)) };
}

/** Digits that a double may not hold: only then is each number looked at. */
const LONG_NUMBER = /\d{16}|\d\.\d{15}|\d[eE]/;

/** The value of a JSON text; its numbers are printed as they stand there, whatever a double makes of them. */
function exactValue(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" && context?.source !== undefined ? rawJson(context.source) : value,
  );
}

/** ES2026; the library's types do not know it yet. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown };

function printedBlock(block: RawContent, folder: string): RawContent {
  if ((block.type === "image" || block.type === "audio") && typeof block.data === "string") {
    const { data, ...rest } = block;
    return { ...rest, type: block.type, path: stored(data, String(block.mimeType ?? ""), folder) };
  }
  const { resource } = block;
  if (block.type === "resource" && typeof resource === "object" && resource !== null && "blob" in resource) {
    const { blob, ...rest } = resource as { blob: unknown; mimeType?: unknown };
    if (typeof blob !== "string") return block;
    return { ...block, resource: { ...rest, path: stored(blob, String(rest.mimeType ?? ""), folder) } };
  }
  return block;
}

/** Writes base64 data under the first free name; an existing file is never replaced. */
function stored(data: string, mimeType: string, folder: string): string {
  const bytes = Buffer.from(data, "base64");
  const extension = EXTENSIONS[mimeType.split(";", 1)[0]?.trim().toLowerCase() ?? ""] ?? "bin";
  for (let number = 1; number <= MAX_FILE_NUMBER; number++) {
    const path = resolve(folder, `mcode-tools-${number}.${extension}`);
    try {
      writeFileSync(path, bytes, { flag: "wx" });
      return path;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") throw connectorFaults.fileUnwritable(path, code ?? String(error));
    }
  }
  throw connectorFaults.fileUnwritable(folder, "EEXIST");
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/ogg": "ogg",
  "video/mp4": "mp4",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/json": "json",
  "text/plain": "txt",
};
