import { textResult } from "../../../contract/results.ts";
import type { GateRecord, ToolResult } from "../../../contract/tool.ts";
import { utf8Bytes } from "../../../output/gates/cut.ts";
import type { Continuation, GateDetails } from "../../../output/gates/details.ts";
import type { PrefixKept, PrefixNote, PrefixResult } from "../../../output/gates/prefix-lines.ts";
import { READ_GATE_BYTES, TOOL_GATE_LINES } from "../../../output/limits.ts";
import type { TextEncoding } from "../../files/encoding.ts";
import { readFault } from "../errors.ts";
import { readTexts as texts } from "../texts.ts";
import type { OpenRead } from "../types.ts";
import { LineScan } from "./line-scan.ts";
import { ShownLines, type StoredLine } from "./shown-lines.ts";

/** Text whose lines are to be shown: a file as it is, or what a document was turned into. */
export interface LineSource {
  readonly encoding: TextEncoding;
  /** Of the file. */
  readonly bytes: number;
  /** What the result tells programs besides the lines. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Feeds the scan, at least until it is full; whether every byte was fed, so that the lines are counted. */
  feed(scan: LineScan): Promise<{ readonly atEnd: boolean }>;
}

/** The lines that a call asks for, numbered, within the gates. @throws Fault when `offset` lies past the end. */
export async function showLines(read: OpenRead, source: LineSource): Promise<ToolResult> {
  const { input, services, ctx } = read;
  const offset = input.offset ?? 1;
  const call = { toolCallId: ctx.toolCallId ?? "read", tool: "read" };
  const recoded = source.encoding !== "utf-8";
  const shown = new ShownLines({ offset, artifacts: services.artifacts, call, recoded });
  const limit = Math.min(input.limit ?? TOOL_GATE_LINES, TOOL_GATE_LINES);
  const scan = new LineScan({ offset, limit, maxLineBytes: READ_GATE_BYTES }, shown);
  try {
    const { atEnd } = await source.feed(scan);
    if (scan.bytes === 0 && offset === 1) {
      return textResult("read", texts.empty(input.path), { details: { ...source.details, total_lines: 0 } });
    }
    if (scan.taken === 0) throw readFault.offsetPastEnd(input.path, offset, scan.lines);
    return await present({ read, source, shown, scan, offset, total: atEnd ? scan.lines : undefined });
  } catch (error) {
    shown.discard();
    throw error;
  }
}

interface Scene {
  readonly read: OpenRead;
  readonly source: LineSource;
  readonly shown: ShownLines;
  readonly scan: LineScan;
  readonly offset: number;
  /** Undefined where the file was not read to its end. */
  readonly total: number | undefined;
}

async function present(scene: Scene): Promise<ToolResult> {
  const { shown, scan, source } = scene;
  const encodingNote = texts.invalidBytes(source.encoding);
  const noteFor =
    (long?: StoredLine): PrefixNote =>
    (kept) => {
      const note = cutNote(scene, kept, long);
      return shown.hasInvalidBytes(kept.pieces) ? `${encodingNote}\n${note}` : note;
    };
  let result = shown.finish(noteFor(), scan.more, shown.hasInvalidBytes() ? encodingNote : undefined);
  let long: StoredLine | undefined;
  if (result.kept.cut) {
    long = await shown.storeFirst();
    result = shown.finish(noteFor(long), scan.more);
  }
  return textResult("read", result.text, {
    toolResponse: () => toolResponse(scene, result.kept),
    details: detailsOf(scene, result, long),
    gates: gateRecords(scene, result),
  });
}

function toolResponse(
  { read, shown, offset, total }: Scene,
  { pieces }: PrefixKept,
): Record<string, unknown> {
  const lines = {
    numLines: pieces,
    startLine: offset,
    ...(total === undefined ? {} : { totalLines: total }),
  };
  return { type: "text", file: { filePath: read.path, content: shown.plainText(pieces), ...lines } };
}

/** The line to go on with; undefined when the last line of the file was shown, if only in part. */
function nextOffset({ scan, offset }: Scene, kept: PrefixKept): number | undefined {
  return scan.more || kept.pieces < scan.taken ? offset + kept.pieces : undefined;
}

function cutNote(scene: Scene, kept: PrefixKept, long: StoredLine | undefined): string {
  const next = nextOffset(scene, kept);
  const { offset, total } = scene;
  return kept.cut
    ? texts.longLine({ line: offset, total, next, bytes: long?.bytes, file: wholeLineFile(long) })
    : texts.cut({ from: offset, to: offset + kept.pieces - 1, total, next });
}

function wholeLineFile(long: StoredLine | undefined): string | undefined {
  return long?.artifact?.readable ?? long?.artifact?.path;
}

function detailsOf(scene: Scene, result: PrefixResult, long: StoredLine | undefined): ToolResult["details"] {
  const { source, shown, offset, total } = scene;
  const { kept, truncated } = result;
  const next = truncated ? nextOffset(scene, kept) : undefined;
  const artifact = long?.artifact;
  const gate: GateDetails = {
    truncated,
    has_more: truncated,
    strategy: "prefix_lines",
    original_bytes: Math.max(source.bytes, scene.scan.bytes),
    returned_bytes: utf8Bytes(result.text),
    max_bytes: READ_GATE_BYTES,
    ...(next === undefined
      ? {}
      : { next_offset: next, offset_unit: "line", continuation: continuation(next) }),
    ...(artifact === undefined ? {} : { artifact }),
  };
  return {
    ...source.details,
    start_line: offset,
    lines: kept.pieces,
    ...(total === undefined ? {} : { total_lines: total }),
    ...(shown.hasInvalidBytes(kept.pieces) ? { invalid_bytes: true } : {}),
    ...gate,
  };
}

function continuation(next: number): Continuation {
  return { tool: "read", preserve_args: ["path", "limit"], instruction: texts.goOn(next) };
}

/** What the gates took out; the `limit` that the model asked for is no gate. */
function gateRecords({ read, source, scan }: Scene, { text, kept, truncated }: PrefixResult): GateRecord[] {
  const asked = read.input.limit;
  if (!truncated || kept.pieces === asked) return [];
  const gate = kept.pieces === TOOL_GATE_LINES ? "tool" : "wrapper";
  return [{ gate, originalBytes: Math.max(source.bytes, scan.bytes), returnedBytes: utf8Bytes(text) }];
}
