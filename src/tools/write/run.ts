import { Buffer } from "node:buffer";
import type { Stats } from "node:fs";
import type { WriteTarget } from "../../contract/path-guard.ts";
import type { GatedContext } from "../../contract/permission.ts";
import { textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { isBinary } from "../files/binary.ts";
import { differingSpan } from "../files/changed-spans.ts";
import { encodingOf } from "../files/encoding.ts";
import { fileFault } from "../files/errors.ts";
import { HASHED_BYTES } from "../files/limits.ts";
import { contentHash, holdFile, queueKey, requireFresh, writeTarget } from "../files/open-for-change.ts";
import { type PatchDetails, patchDetails, patchPath } from "../files/patch-details.ts";
import { replaceFile } from "../files/replace-file.ts";
import { inPlaceSentences, writtenDetails } from "../files/written-details.ts";
import type { LocalServices } from "../services.ts";
import type { WriteInput } from "./definition.ts";
import { writeTexts as texts } from "./texts.ts";

export interface WriteCall {
  readonly services: LocalServices;
  readonly ctx: GatedContext;
  readonly input: WriteInput;
  readonly signal?: AbortSignal;
}

/** One write, after everything queued before it for the same file. @throws Fault when nothing was written. */
export async function runWrite(call: WriteCall): Promise<ToolResult> {
  const { services, ctx, input } = call;
  if (!input.content.isWellFormed()) throw fileFault.illFormedText("content");
  const target = await writeTarget(ctx, input.path);
  return services.files.queue.run(queueKey(target), () => write(call));
}

async function write(call: WriteCall): Promise<ToolResult> {
  const { services, ctx, input, signal } = call;
  // Looked up again: what was queued before may have made or replaced the file.
  const target = await writeTarget(ctx, input.path);
  const { realPath, stat } = target;
  const content = Buffer.from(input.content, "utf8");
  const before = stat === undefined ? Buffer.alloc(0) : await oldContent(ctx, realPath, stat);
  const seen = { sessionId: ctx.sessionId, path: input.path, realPath };
  if (services.requireFresh && stat !== undefined) {
    await requireFresh(services.files.seen, { ...seen, stat }, async () => before && contentHash([before]));
  }

  const [replaced, patch] = await Promise.all([
    replaceFile({ path: input.path, realPath, stat, pieces: [content], signal }),
    before === undefined ? {} : patchOf(ctx, target, { before, content }),
  ]);
  services.files.seen.record({ ...seen, stat: replaced.stat }, services.now(), contentHash([content]));
  const said =
    stat === undefined
      ? texts.created(input.path, content.length)
      : texts.overwrote(input.path, content.length, stat.size);
  return textResult("write", [said, ...inPlaceSentences(replaced)].join("\n"), {
    toolResponse: () => ({
      type: stat === undefined ? "create" : "update",
      filePath: target.path,
      content: input.content,
      ...patch,
    }),
    details: {
      ...writtenDetails(target, replaced),
      bytes_written: content.length,
      overwrote: stat !== undefined,
      ...patch,
    },
  });
}

/** For the patch and the freshness check; undefined where it is too large or may not be read. */
async function oldContent(ctx: GatedContext, realPath: string, stat: Stats): Promise<Buffer | undefined> {
  if (stat.size > HASHED_BYTES) return undefined;
  try {
    return (await holdFile(ctx, realPath, HASHED_BYTES)).bytes;
  } catch {
    return undefined;
  }
}

async function patchOf(
  ctx: GatedContext,
  target: WriteTarget,
  { before, content }: { before: Buffer; content: Buffer },
): Promise<PatchDetails> {
  if (isBinary(before) || isBinary(content)) return {};
  const span = differingSpan(before, content);
  return patchDetails({
    path: patchPath(ctx.paths.workspace, target.path),
    before,
    spans: span === undefined ? [] : [span],
    encoding: encodingOf(before).encoding,
    isNew: target.stat === undefined,
  });
}
