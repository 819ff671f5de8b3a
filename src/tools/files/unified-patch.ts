import { Buffer } from "node:buffer";
import type { StructuredPatchHunk } from "diff";
import { countNewlines } from "../../output/count-newlines.ts";
import { countLines, linesWithEnds } from "../../output/lines.ts";
import { type ChangedSpan, splice } from "./changed-spans.ts";
import { decodeText, type TextEncoding } from "./encoding.ts";
import { PATCH_BYTES, PATCH_COMPARED_BYTES, PATCH_COMPARED_EDITS, PATCH_CONTEXT_LINES } from "./limits.ts";
import { LineNumbers, lineEnd, lineStart } from "./line-numbers.ts";

export interface PatchedFile {
  /** As in the patch's headers. */
  readonly path: string;
  readonly before: Buffer;
  /** In order, not overlapping. */
  readonly spans: readonly ChangedSpan[];
  readonly encoding: TextEncoding;
  readonly isNew?: boolean;
}

export interface Patch {
  readonly patch: string;
  /** Groups of changes that did not fit in. */
  readonly omitted: number;
}

/** A run of whole lines with its context that one or more spans change. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly spans: readonly ChangedSpan[];
}

/**
 * The unified diff of a change, made from the bytes themselves: only the lines around each span are looked
 * at, so that it costs the same in a large file. Bounded by `PATCH_BYTES`.
 */
export async function unifiedPatch(file: PatchedFile): Promise<Patch> {
  const { FILE_HEADERS_ONLY, formatPatch } = await import("diff");
  const regions = regionsOf(file);
  const numbers = new LineNumbers(file.before);
  const hunks: StructuredPatchHunk[] = [];
  let shift = 0;
  let bytes = 0;
  let shown = 0;
  for (const region of regions) {
    const oldStart = numbers.at(region.start);
    const place = { oldStart, newStart: oldStart + shift };
    const found = bytes < PATCH_BYTES ? await hunksOf(file, region, place) : undefined;
    const size = sum(found ?? [], (hunk) => sum(hunk.lines, (line) => line.length + 1));
    if (found !== undefined && bytes + size <= PATCH_BYTES) {
      hunks.push(...found);
      shown++;
    }
    bytes += size;
    shift += sum(region.spans, (span) => addedLines(file.before, span));
  }
  const names = {
    oldFileName: file.isNew === true ? "/dev/null" : `a/${file.path}`,
    newFileName: `b/${file.path}`,
    oldHeader: undefined,
    newHeader: undefined,
  };
  return { patch: formatPatch({ ...names, hunks }, FILE_HEADERS_ONLY), omitted: regions.length - shown };
}

function addedLines(before: Buffer, span: ChangedSpan): number {
  return countNewlines(span.replacement) - countNewlines(before.subarray(span.start, span.end));
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

interface Surroundings {
  readonly start: number;
  readonly end: number;
  /** Where the last line that a span changes ends, its line end included. */
  readonly lineEnd: number;
}

/** Spans grouped so that no two groups share lines, context included. */
function regionsOf({ before, spans, encoding }: PatchedFile): Region[] {
  const regions: { start: number; end: number; lineEnd: number; spans: ChangedSpan[] }[] = [];
  for (const span of spans) {
    const last = regions.at(-1);
    // One line may hold very many spans: it is not looked through for each of them.
    if (last !== undefined && span.end < last.lineEnd) {
      last.spans.push(span);
      continue;
    }
    const around = surroundings(before, span, encoding);
    if (last !== undefined && around.start <= last.end) {
      last.end = Math.max(last.end, around.end);
      last.lineEnd = around.lineEnd;
      last.spans.push(span);
    } else regions.push({ ...around, spans: [span] });
  }
  return regions;
}

function surroundings(before: Buffer, span: ChangedSpan, encoding: TextEncoding): Surroundings {
  if (encoding !== "utf-8") return { start: 0, end: before.length, lineEnd: before.length };
  let start = lineStart(before, span.start);
  const ownEnd = lineEnd(before, span.end);
  let end = ownEnd;
  for (let line = 0; line < PATCH_CONTEXT_LINES; line++) {
    start = start === 0 ? 0 : lineStart(before, start - 1);
    end = end === before.length ? end : lineEnd(before, end);
  }
  return { start, end, lineEnd: ownEnd };
}

interface Place {
  readonly oldStart: number;
  readonly newStart: number;
}

/** Undefined when the region is too large to be shown at all. */
async function hunksOf(
  file: PatchedFile,
  region: Region,
  place: Place,
): Promise<StructuredPatchHunk[] | undefined> {
  const old = file.before.subarray(region.start, region.end);
  const spans = region.spans.map((span) => ({
    ...span,
    start: span.start - region.start,
    end: span.end - region.start,
  }));
  const newLength = old.length + sum(spans, (span) => span.replacement.length - (span.end - span.start));
  if (Math.max(old.length, newLength) > PATCH_COMPARED_BYTES) return undefined;
  const now = Buffer.concat(splice(old, spans));
  const { structuredPatch } = await import("diff");
  const [before, after] = [decodeText(old, file.encoding), decodeText(now, file.encoding)];
  const compared = structuredPatch("", "", before, after, undefined, undefined, {
    context: PATCH_CONTEXT_LINES,
    maxEditLength: PATCH_COMPARED_EDITS,
  });
  const hunks = compared?.hunks ?? [replacedWhole(before, after)];
  return hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + place.oldStart - 1,
    newStart: hunk.newStart + place.newStart - 1,
  }));
}

/** Texts that are too different to compare: all of the old lines out, all of the new ones in. */
function replacedWhole(before: string, after: string): StructuredPatchHunk {
  const [old, now] = [patchLines(before, "-"), patchLines(after, "+")];
  return {
    oldStart: 1,
    oldLines: countLines(before),
    newStart: 1,
    newLines: countLines(after),
    lines: [...old, ...now],
  };
}

function patchLines(text: string, mark: "-" | "+"): string[] {
  const lines = linesWithEnds(text).map((line) => mark + (line.endsWith("\n") ? line.slice(0, -1) : line));
  return text === "" || text.endsWith("\n") ? lines : [...lines, "\\ No newline at end of file"];
}
