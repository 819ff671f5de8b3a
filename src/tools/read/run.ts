import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { GatedContext } from "../../contract/permission.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { pathFault } from "../files/errors.ts";
import { isBinary, looksLikeUtf16, signedType } from "../files/file-type.ts";
import { SNIFFED_BYTES } from "../files/limits.ts";
import { fileTexts } from "../files/texts.ts";
import type { LocalServices } from "../services.ts";
import type { ReadInput } from "./definition.ts";
import { readFault } from "./errors.ts";
import { LISTED_ENTRIES } from "./limits.ts";
import { readText } from "./text/text-file.ts";
import { readTexts as texts } from "./texts.ts";
import type { OpenRead } from "./types.ts";

export interface ReadCall {
  readonly services: LocalServices;
  readonly ctx: GatedContext;
  readonly input: ReadInput;
  readonly signal?: AbortSignal;
}

/** Reads one file, by what it holds. @throws Fault when it cannot be shown. */
export async function runRead(call: ReadCall): Promise<ToolResult> {
  const { ctx, input } = call;
  const verdict = await ctx.paths.stat(input.path, "read");
  if (!verdict.ok) throw pathFault(verdict);
  if (verdict.stat.isDirectory()) throw await folderFault(call);
  const opened = await ctx.paths.open(input.path);
  if (!opened.ok) throw pathFault(opened);
  const { handle, path, realPath } = opened;
  try {
    const stat = await handle.stat();
    const head = await firstBytes(handle);
    return await byContent({ ...call, handle, realPath, stat, head, details: { path, real_path: realPath } });
  } finally {
    await handle.close();
  }
}

async function byContent(read: OpenRead): Promise<ToolResult> {
  const { head, input } = read;
  if (input.pages !== undefined) throw readFault.pagesNotPdf(input.path);
  if (isBinary(head)) throw readFault.binary(input.path, typeName(head));
  return readText(read);
}

function typeName(head: Buffer): string {
  if (looksLikeUtf16(head)) return texts.utf16WithoutMark();
  return signedType(head)?.name ?? fileTexts.unknownType();
}

async function firstBytes(handle: FileHandle): Promise<Buffer> {
  const head = Buffer.allocUnsafe(SNIFFED_BYTES);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return head.subarray(0, bytesRead);
}

async function folderFault({ ctx, input }: ReadCall) {
  const listed = await ctx.paths.list(input.path, LISTED_ENTRIES);
  if (!listed.ok) return pathFault(listed);
  const entries = listed.entries.map(({ name, kind }) => (kind === "directory" ? `${name}/` : name));
  return readFault.isFolder(input.path, entries, listed.more);
}
