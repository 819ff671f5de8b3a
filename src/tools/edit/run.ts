import { type Buffer, isUtf8 } from "node:buffer";
import type { WriteTarget } from "../../contract/path-guard.ts";
import type { GatedContext } from "../../contract/permission.ts";
import { textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { signedType } from "../../output/file-type.ts";
import { isBinary } from "../files/binary.ts";
import { splice } from "../files/changed-spans.ts";
import { EarlyCopy } from "../files/early-copy.ts";
import { encodingOf } from "../files/encoding.ts";
import { fileFault } from "../files/errors.ts";
import { EDITED_BYTES } from "../files/limits.ts";
import { nearestPathsHint } from "../files/nearest-paths.ts";
import {
  contentHash,
  type HeldFile,
  holdFile,
  queueKey,
  requireFresh,
  writeTarget,
} from "../files/open-for-change.ts";
import { patchDetails, patchPath } from "../files/patch-details.ts";
import { replaceFile } from "../files/replace-file.ts";
import { fileTexts } from "../files/texts.ts";
import { inPlaceSentences, writtenDetails } from "../files/written-details.ts";
import type { LocalServices } from "../services.ts";
import type { EditInput } from "./definition.ts";
import { editFault } from "./errors.ts";
import { rewrite } from "./rewrite.ts";
import { editTexts as texts } from "./texts.ts";

export interface EditCall {
  readonly services: LocalServices;
  readonly ctx: GatedContext;
  readonly input: EditInput;
  readonly signal?: AbortSignal;
}

/** One edit, after everything queued before it for the same file. @throws Fault when nothing was written. */
export async function runEdit(call: EditCall): Promise<ToolResult> {
  const { services, ctx, input } = call;
  refuseUnusable(input);
  const target = await writeTarget(ctx, input.file_path);
  if (target.stat === undefined) throw await missing(call, target);
  return services.files.queue.run(queueKey(target), () => edit(call));
}

async function missing({ ctx, input }: EditCall, { path }: WriteTarget) {
  return editFault.missing(input.file_path, path, await nearestPathsHint(ctx.paths, input.file_path));
}

function refuseUnusable({ file_path, old_string, new_string }: EditInput): void {
  if (old_string === "") throw editFault.emptyOldString(file_path);
  if (old_string === new_string) throw editFault.noChange(file_path);
  if (!old_string.isWellFormed()) throw fileFault.illFormedText("old_string");
  if (!new_string.isWellFormed()) throw fileFault.illFormedText("new_string");
}

async function edit(call: EditCall): Promise<ToolResult> {
  const { ctx, input } = call;
  // Looked up again: what was queued before may have replaced the file.
  const target = await writeTarget(ctx, input.file_path);
  if (target.stat === undefined) throw await missing(call, target);
  const copy = EarlyCopy.of(target.realPath, target.stat);
  try {
    return await editTarget(call, target, copy);
  } finally {
    await copy?.discard();
  }
}

async function editTarget(
  call: EditCall,
  target: WriteTarget,
  copy: EarlyCopy | undefined,
): Promise<ToolResult> {
  const { services, ctx, input, signal } = call;
  const { realPath } = target;
  const { bytes, stat } = await editableFile(call, realPath);
  const { encoding } = encodingOf(bytes);
  const { spans, lines, prefixesStripped } = rewrite(bytes, input, encoding);
  const pieces = splice(bytes, spans);
  const early = copy && { copy, old: bytes };
  // The patch is made while the disk is busy.
  const [replaced, patch] = await Promise.all([
    replaceFile({ path: input.file_path, realPath, stat, pieces, early, signal }),
    patchDetails({ path: patchPath(ctx.paths.workspace, target.path), before: bytes, spans, encoding }),
  ]);
  const seen = { sessionId: ctx.sessionId, realPath, stat: replaced.stat };
  services.files.seen.record(seen, services.now(), contentHash(pieces));
  const sentences = [
    texts.done(input.file_path, spans.length, lines),
    ...(prefixesStripped ? [texts.prefixesStripped()] : []),
    ...(encoding === "utf-8" && mixesEncodings(bytes, input.new_string) ? [texts.mixedEncodings()] : []),
    ...inPlaceSentences(replaced),
  ];
  return textResult("edit", sentences.join("\n"), {
    toolResponse: () => ({
      filePath: target.path,
      oldString: input.old_string,
      newString: input.new_string,
      replaceAll: input.replace_all === true,
      ...patch,
    }),
    details: {
      ...writtenDetails(target, replaced),
      replacements: spans.length,
      lines,
      ...patch,
      ...(prefixesStripped ? { line_number_prefixes_stripped: true } : {}),
    },
  });
}

/** The bytes to edit. @throws Fault when the session's knowledge of them is old, or they are no text. */
async function editableFile({ services, ctx, input }: EditCall, realPath: string): Promise<HeldFile> {
  const { bytes, stat } = await holdFile(ctx, realPath, EDITED_BYTES + 1);
  if (bytes.length > EDITED_BYTES) throw fileFault.tooLarge(input.file_path, stat.size, EDITED_BYTES);
  if (services.requireFresh) {
    const known = { sessionId: ctx.sessionId, path: input.file_path, realPath, stat };
    await requireFresh(services.files.seen, known, async () => contentHash([bytes]));
  }
  if (isBinary(bytes)) {
    throw fileFault.binary(input.file_path, signedType(bytes)?.name ?? fileTexts.unknownType());
  }
  return { bytes, stat };
}

function mixesEncodings(file: Buffer, inserted: string): boolean {
  return /[^\0-\x7f]/.test(inserted) && !isUtf8(file);
}
