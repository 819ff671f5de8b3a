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
  /** All that was found, in order; each ends with a newline. */
  readonly pieces: readonly string[];
  /** False: more exists than was found. */
  readonly complete: boolean;
  /** Lines that must show: what could not be read, what was left out. */
  readonly warnings: readonly string[];
  /** Arguments to repeat when going on. */
  readonly preserveArgs: readonly string[];
  /** The text when nothing was found. */
  readonly nothing: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** One page of what a search found, whole pieces only; the next offset repeats and skips nothing. */
export function pageResult(request: PageRequest): ToolResult {
  const { tool, unit, offset, limit, pieces, complete, details } = request;
  const warnings = complete ? request.warnings : [...request.warnings, texts.incomplete];
  const total = pieces.length;
  if (total === 0)
    return textResult(tool, [...(complete ? [request.nothing] : []), ...warnings].join("\n"), {
      details: { ...details, total },
    });
  if (offset >= total) {
    return errorResult(tool, [texts.pastEnd(unit, offset, total), ...warnings].join("\n"), {
      ...details,
      total,
    });
  }
  const page = pieces.slice(offset, offset + limit);
  const tail = warnings.map((line) => `${line}\n`).join("");
  const lines = new PrefixLines({ maxBytes: GREP_GATE_BYTES - utf8Bytes(tail) });
  for (const piece of page) if (!lines.push(piece)) break;
  const { text, kept, truncated } = lines.finish({
    note: ({ pieces: shown }) => `${tail}${texts.page({ unit, offset, shown, total, complete })}`,
    more: offset + page.length < total,
  });
  const shownText = truncated ? text : `${text}${tail}`.replace(/\n$/, "");
  const gate = gateDetails(request, shownText, { shown: kept.pieces, truncated });
  return textResult(tool, shownText, { details: { ...details, total, ...gate } });
}

function gateDetails(
  { tool, unit, offset, pieces, complete, preserveArgs }: PageRequest,
  text: string,
  { shown, truncated }: { readonly shown: number; readonly truncated: boolean },
): GateDetails {
  const next = offset + shown;
  return {
    truncated: truncated || !complete,
    has_more: next < pieces.length || !complete,
    strategy: "prefix_lines",
    // Without the last line end, which no result has.
    original_bytes: pieces.reduce((sum, piece) => sum + utf8Bytes(piece), -1),
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
