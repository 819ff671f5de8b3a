import { errorResult, textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { utf8Bytes } from "../../output/gates/cut.ts";
import type { GateDetails, OffsetUnit } from "../../output/gates/details.ts";
import { PrefixLines } from "../../output/gates/prefix-lines.ts";
import { GREP_GATE_BYTES } from "../../output/limits.ts";
import { texts } from "./texts.ts";

export interface PageRequest {
  readonly tool: string;
  readonly unit: OffsetUnit;
  readonly offset: number;
  readonly limit: number;
  /** How many were found. */
  readonly total: number;
  /** The text of one of them, by its place in the order; ends with a newline. */
  readonly piece: (index: number) => string;
  /** Of what the search gave, all pages together. */
  readonly wholeBytes: number;
  /** False: more exists than was found. */
  readonly complete: boolean;
  /** Lines that must show: what could not be read, what was left out. */
  readonly warnings: readonly string[];
  /** Arguments to repeat when going on. */
  readonly preserveArgs: readonly string[];
  /** The text when nothing was found. */
  readonly nothing: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** What hooks of other programs expect of this tool (`ToolResult.toolResponse`). */
  readonly response: (page: ShownItems) => Readonly<Record<string, unknown>>;
}

/** The items on a page, by their places in the order. */
export interface ShownItems {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly truncated: boolean;
}

/** One page of what a search found, whole pieces only; the next offset repeats and skips nothing. */
export function pageResult(request: PageRequest): ToolResult {
  const { tool, unit, offset, limit, total, complete, details } = request;
  const warnings = complete ? request.warnings : [...request.warnings, texts.incomplete];
  if (total === 0) {
    const text = [...(complete ? [request.nothing] : []), ...warnings].join("\n");
    const none = { start: 0, end: 0, text: "", truncated: !complete };
    return textResult(tool, text, {
      details: { ...details, total },
      toolResponse: () => request.response(none),
    });
  }
  if (offset >= total) {
    return errorResult(tool, [texts.pastEnd(unit, offset, total), ...warnings].join("\n"), {
      ...details,
      total,
    });
  }
  const end = Math.min(total, offset + limit);
  const tail = warnings.map((line) => `${line}\n`).join("");
  const lines = new PrefixLines({ maxBytes: GREP_GATE_BYTES - utf8Bytes(tail) });
  for (let index = offset; index < end && lines.push(request.piece(index)); ) index++;
  const { text, kept, truncated } = lines.finish({
    note: ({ pieces: shown }) => `${tail}${texts.page({ unit, offset, shown, total, complete })}`,
    more: end < total,
  });
  const shownText = truncated ? text : `${text}${tail}`.replace(/\n$/, "");
  const gate = gateDetails(request, shownText, { shown: kept.pieces, truncated });
  const shown = { start: offset, end: offset + kept.pieces, text: shownText, truncated };
  return textResult(tool, shownText, {
    details: { ...details, total, ...gate },
    toolResponse: () => request.response(shown),
  });
}

function gateDetails(
  { tool, unit, offset, total, complete, preserveArgs, wholeBytes }: PageRequest,
  text: string,
  { shown, truncated }: { readonly shown: number; readonly truncated: boolean },
): GateDetails {
  const next = offset + shown;
  return {
    truncated: truncated || !complete,
    has_more: next < total || !complete,
    strategy: "prefix_lines",
    // Without the last line end, which no result has.
    original_bytes: truncated || !complete ? wholeBytes : utf8Bytes(text),
    returned_bytes: utf8Bytes(text),
    max_bytes: GREP_GATE_BYTES,
    ...(truncated
      ? {
          next_offset: next,
          offset_unit: unit,
          continuation: { tool, preserve_args: preserveArgs, instruction: `offset=${next}` },
        }
      : {}),
  };
}
