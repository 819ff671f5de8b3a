import { Buffer } from "node:buffer";
import type { GatedContext } from "../../contract/permission.ts";
import { messageOf } from "../../output/fault.ts";
import type { PermissionQuestion } from "../../permissions/types.ts";
import { texts } from "./texts.ts";

/** What a call would do, as rows of foreign text that is not yet harmless; `kind` says how a row is painted. */
export interface Preview {
  readonly title?: string;
  readonly rows: readonly PreviewRow[];
}

export interface PreviewRow {
  readonly text: string;
  readonly kind: "plain" | "added" | "removed" | "dim";
}

/** Bytes of a file that is read to show a change. */
const PREVIEW_BYTES = 4 * 1024 * 1024;

/** The command, the difference that a write or an edit makes, or the arguments of any other tool. */
export async function previewOf(question: PermissionQuestion): Promise<Preview> {
  const { tool } = question.verdict;
  const { input, source } = question.call;
  const own = source !== "configured" && question.call.name === tool;
  if (own && tool === "bash") return { rows: commandRows(text(input, "command")) };
  if (own && tool === "write") return changed(question, text(input, "path"));
  if (own && tool === "edit") return changed(question, text(input, "file_path"));
  if (own && ["read", "grep", "glob"].includes(tool)) return reading(question);
  return { rows: plain(JSON.stringify(input, undefined, 2) ?? "") };
}

function reading({ call, verdict }: PermissionQuestion): Preview {
  const path = verdict.grants[0]?.realPath ?? text(call.input, "path");
  const pattern = text(call.input, "pattern");
  return { title: texts.reads(path), rows: pattern === "" ? [] : plain(pattern) };
}

async function changed(question: PermissionQuestion, path: string): Promise<Preview> {
  try {
    return await difference(question, path);
  } catch (error) {
    const shown = texts.noPreview(path, messageOf(error).split("\n", 1)[0] ?? "");
    return { title: shown, rows: plain(text(question.call.input, "content")) };
  }
}

async function difference(question: PermissionQuestion, path: string): Promise<Preview> {
  const [{ holdFile, writeTarget }, { encodingOf }, { isBinary }, { unifiedPatch }, { patchPath }] =
    await Promise.all([
      import("../../tools/files/open-for-change.ts"),
      import("../../tools/files/encoding.ts"),
      import("../../tools/files/binary.ts"),
      import("../../tools/files/unified-patch.ts"),
      import("../../tools/files/patch-details.ts"),
    ]);
  const ctx: GatedContext = { sessionId: "prompt", turnId: "prompt", paths: question.paths };
  const target = await writeTarget(ctx, path);
  const isNew = target.stat === undefined;
  if ((target.stat?.size ?? 0) > PREVIEW_BYTES)
    return { title: texts.noPreview(path, texts.tooLarge), rows: [] };
  const before = isNew ? Buffer.alloc(0) : (await holdFile(ctx, target.realPath, PREVIEW_BYTES)).bytes;
  const shown = patchPath(question.workspace, target.path);
  if (isBinary(before)) return { title: texts.noPreview(shown, texts.binary), rows: [] };
  const spans = await spansOf(question, before);
  if (spans.length === 0) return { title: texts.unchanged(shown), rows: [] };
  const { patch, omitted } = await unifiedPatch({
    path: shown,
    before,
    spans,
    encoding: encodingOf(before).encoding,
    isNew,
  });
  const rows = patch
    .trimEnd()
    .split("\n")
    .filter((line) => !/^(---|\+\+\+) /.test(line))
    .map(patchRow);
  if (omitted > 0) rows.push({ text: texts.omitted(omitted), kind: "dim" });
  return { title: isNew ? texts.newFile(shown) : texts.changes(shown), rows };
}

async function spansOf({ call, verdict }: PermissionQuestion, before: Buffer) {
  if (verdict.tool === "write") {
    const { differingSpan } = await import("../../tools/files/changed-spans.ts");
    const span = differingSpan(before, Buffer.from(text(call.input, "content")));
    return span === undefined ? [] : [span];
  }
  const { rewrite } = await import("../../tools/edit/rewrite.ts");
  const { encodingOf } = await import("../../tools/files/encoding.ts");
  const input = {
    file_path: text(call.input, "file_path"),
    old_string: text(call.input, "old_string"),
    new_string: text(call.input, "new_string"),
    replace_all: property(call.input, "replace_all") === true,
  };
  return rewrite(before, input, encodingOf(before).encoding).spans;
}

function patchRow(line: string): PreviewRow {
  if (line.startsWith("+")) return { text: line, kind: "added" };
  if (line.startsWith("-")) return { text: line, kind: "removed" };
  return { text: line, kind: line.startsWith("@@") || line.startsWith("\\") ? "dim" : "plain" };
}

/** Blanks as long as a screen would hide what stands behind them, also in the middle that is folded away. */
const WIDE_GAP = /(?<=\S)[ \t]{20,}/g;
/** Lines without anything on them; a few only part a command into paragraphs. */
const EMPTY_LINES = /\n(?:[ \t]*\n){4,}/g;
/** They look like a space and part no words. */
const OTHER_SPACES = /(?! )[\p{Zs}\u2800]/gu;

function commandRows(command: string): PreviewRow[] {
  return plain(
    command
      .replace(EMPTY_LINES, (lines) => `\n${texts.emptyLines(lines.split("\n").length - 2)}\n`)
      .replace(WIDE_GAP, (gap) => ` ${texts.spaces(gap.length)} `)
      .replace(OTHER_SPACES, (space) => `\\u${space.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

function plain(content: string): PreviewRow[] {
  return content.split("\n").map((line) => ({ text: line, kind: "plain" }));
}

function text(input: unknown, key: string): string {
  const value = property(input, key);
  return typeof value === "string" ? value : "";
}

function property(input: unknown, key: string): unknown {
  return typeof input === "object" && input !== null
    ? Object.getOwnPropertyDescriptor(input, key)?.value
    : undefined;
}
