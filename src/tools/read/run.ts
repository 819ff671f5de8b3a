import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { GatedContext } from "../../contract/permission.ts";
import type { ToolResult } from "../../contract/tool.ts";
import type { ImageFacts, ImageTrouble } from "../../media/images/image-facts.ts";
import { type FileType, signedType } from "../../output/file-type.ts";
import { isBinary, looksLikeUtf16 } from "../files/binary.ts";
import { pathFault } from "../files/errors.ts";
import { SNIFFED_BYTES } from "../files/limits.ts";
import { nearestPathsHint } from "../files/nearest-paths.ts";
import { contentHash } from "../files/open-for-change.ts";
import { readWhole } from "../files/read-whole.ts";
import { fileTexts } from "../files/texts.ts";
import type { LocalServices } from "../services.ts";
import type { ReadInput } from "./definition.ts";
import { readFault } from "./errors.ts";
import { HELD_BYTES, LISTED_ENTRIES } from "./limits.ts";
import { showRendered } from "./text/rendered-text.ts";
import { readText } from "./text/text-file.ts";
import { readTexts as texts } from "./texts.ts";
import type { HeldRead, OpenRead } from "./types.ts";

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
  if (!verdict.ok) {
    const isMissing = verdict.code === "not_found";
    throw pathFault(verdict, isMissing ? await nearestPathsHint(ctx.paths, input.path) : undefined);
  }
  if (verdict.stat.isDirectory()) throw await folderFault(call);
  const opened = await ctx.paths.open(input.path);
  if (!opened.ok) throw pathFault(opened);
  const { handle, path, realPath } = opened;
  try {
    const stat = await handle.stat();
    const head = await firstBytes(handle);
    return await byContent({
      ...call,
      handle,
      path,
      realPath,
      stat,
      head,
      details: { path, real_path: realPath },
    });
  } finally {
    await handle.close();
  }
}

async function byContent(read: OpenRead): Promise<ToolResult> {
  const { head, input } = read;
  const type = signedType(head);
  if (type?.kind === "pdf") {
    const { readPdf } = await import("./media/pdf-file.ts");
    return readPdf(await held(read));
  }
  if (input.pages !== undefined) throw readFault.pagesNotPdf(input.path);
  if (type?.kind === "image") {
    const image = await held(read);
    const facts = await imageFactsOf(image, type);
    if (typeof facts !== "string") {
      const { readImage } = await import("./media/image-file.ts");
      return readImage(image, facts, type);
    }
    // What only begins like an image may still be a text, where the beginning is one: "GIF89a", "RIFF".
    if (isBinary(head) || (head[0] ?? 0) > 0x7f) {
      const { mediaFault } = await import("../../media/errors.ts");
      throw mediaFault(input.path, type.name, { code: "broken_image", trouble: facts });
    }
  }
  if (isBinary(head)) return readBinary(read, type);
  return /\.ipynb$/i.test(read.realPath) ? readNotebookOrText(read) : readText(read);
}

async function readBinary(read: OpenRead, type: FileType | undefined): Promise<ToolResult> {
  if (type?.kind !== "video") throw readFault.binary(read.input.path, typeName(read.head));
  if (!read.services.model.supports.video) throw readFault.unseenVideo(read.input.path, type.name);
  const { readVideo } = await import("./media/video-file.ts");
  return readVideo(await held(read), type);
}

async function readNotebookOrText(read: OpenRead): Promise<ToolResult> {
  if (read.stat.size > HELD_BYTES) return readText(read);
  const file = await held(read);
  const { inThread } = await import("../../media/in-thread.ts");
  const answer = await inThread({ kind: "notebook", bytes: file.bytes }, { signal: read.signal });
  if (!answer.ok) {
    const { mediaFault } = await import("../../media/errors.ts");
    throw mediaFault(read.input.path, "notebook", answer.failure);
  }
  const { text, cells } = answer.result;
  return text === undefined ? readText(read) : showRendered(file, text, { kind: "notebook", cells });
}

async function imageFactsOf({ bytes }: HeldRead, type: FileType): Promise<ImageFacts | ImageTrouble> {
  const { factsOf } = await import("../../media/read-image.ts");
  return factsOf(bytes, type.mimeType ?? "");
}

/** The whole file in memory, and known to the session. @throws Fault when it is too large for that. */
async function held(read: OpenRead): Promise<HeldRead> {
  const { handle, stat, input, services, ctx, realPath } = read;
  if (stat.size > HELD_BYTES) throw readFault.mediaTooLarge(input.path, stat.size, HELD_BYTES);
  const bytes = await readWhole(handle, stat.size, HELD_BYTES);
  const seen = { sessionId: ctx.sessionId, realPath, stat };
  services.files.seen.record(seen, services.now(), contentHash([bytes]));
  return { ...read, bytes };
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
