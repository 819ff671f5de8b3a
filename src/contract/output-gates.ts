import type { ArtifactStore } from "../output/artifacts/types.ts";
import { type Budget, budgetText } from "../output/gates/budget.ts";
import { utf8Bytes } from "../output/gates/cut.ts";
import type { GatedText } from "../output/gates/details.ts";
import type { StoredWhole } from "../output/gates/stored.ts";
import { headTailOfText, prefixLinesOfText } from "../output/gates/whole-text.ts";
import { BASH_GATE_BYTES, GREP_GATE_BYTES, READ_GATE_BYTES } from "../output/limits.ts";
import type { OutputGate } from "./call-path.ts";
import { isFailed, textOf } from "./results.ts";
import type { ContentBlock, GateRecord, ToolResult } from "./tool.ts";

const WRAPPERS: Readonly<Record<string, { readonly keep: "prefix" | "ends"; readonly maxBytes: number }>> = {
  read: { keep: "prefix", maxBytes: READ_GATE_BYTES },
  grep: { keep: "prefix", maxBytes: GREP_GATE_BYTES },
  bash: { keep: "ends", maxBytes: BASH_GATE_BYTES },
};

/**
 * Gate 2 (50-output). The tools keep within it by themselves, as only they know how to go on; this holds for
 * what comes around them: a hook's replacement, an error's text.
 */
export function wrapperGate(artifacts: ArtifactStore): OutputGate {
  return async (result, call) => {
    const rule = Object.hasOwn(WRAPPERS, call.name) ? WRAPPERS[call.name] : undefined;
    if (rule === undefined) return result;
    const text = textOf(result.content);
    if (utf8Bytes(text) <= rule.maxBytes) return result;
    const storing = { artifacts, call: { toolCallId: call.toolCallId, tool: call.name } };
    const added = addedToCut(result);
    if (added !== undefined) {
      const rest = await headTailOfText(textOf(added.after), rule.maxBytes, storing);
      if (!rest.details.truncated) return result;
      const content = [...added.before, ...withOneText(added.after, rest.text)];
      return { ...result, text: textOf(content), content };
    }
    const gated =
      rule.keep === "ends"
        ? await headTailOfText(text, rule.maxBytes, storing)
        : await prefixLinesOfText(text, { maxBytes: rule.maxBytes }, storing);
    return withGatedText(result, gated, "wrapper");
  };
}

/** Gate 3 (50-output), the last of all: the text of one result stays within the turn's budget. */
export function budgetGate(artifacts: ArtifactStore, budget: Budget): OutputGate {
  return async (result, call) => {
    const gated = await budgetText(
      {
        text: textOf(result.content),
        tool: call.name,
        toolCallId: call.toolCallId,
        input: call.input,
        isError: isFailed(result),
        stored: storedArtifact(result),
      },
      budget,
      artifacts,
    );
    return gated === undefined ? result : withGatedText(result, gated, "budget");
  };
}

/**
 * What a hook added to a text that its tool had cut: to cut that text once more would lose the tool's note, and
 * the new one would count what was kept. So only what was added is bounded, by itself.
 */
function addedToCut({
  content,
  details,
}: ToolResult):
  | { readonly before: readonly ContentBlock[]; readonly after: readonly ContentBlock[] }
  | undefined {
  if (details?.truncated !== true) return undefined;
  for (let end = 1; end < content.length; end++) {
    const before = content.slice(0, end);
    if (utf8Bytes(textOf(before)) === details.returned_bytes) return { before, after: content.slice(end) };
  }
  return undefined;
}

/**
 * The whole output that an earlier gate stored, from a result's details; undefined when the text is not the one
 * that this gate returned: what a hook put there is in no file.
 */
export function storedArtifact(result: ToolResult): StoredWhole | undefined {
  if (result.details?.truncated !== true) return undefined;
  if (result.details.returned_bytes !== utf8Bytes(textOf(result.content))) return undefined;
  const { artifact } = result.details;
  if (typeof artifact !== "object" || artifact === null) return undefined;
  const { path, sha256, bytes } = artifact as Record<string, unknown>;
  if (typeof path !== "string" || typeof sha256 !== "string" || typeof bytes !== "number") return undefined;
  return { path, sha256, bytes };
}

function withGatedText(result: ToolResult, gated: GatedText, gate: GateRecord["gate"]): ToolResult {
  const record: GateRecord = {
    gate,
    originalBytes: utf8Bytes(textOf(result.content)),
    returnedBytes: gated.details.returned_bytes,
  };
  return {
    ...result,
    text: gated.text,
    content: withOneText(result.content, gated.text),
    details: { ...withoutContinuation(result.details), ...gated.details },
    gates: [...(result.gates ?? []), record],
  };
}

/** How an earlier gate said to go on says nothing about what this one left. */
function withoutContinuation(details: ToolResult["details"]): ToolResult["details"] {
  const { next_offset: _next, offset_unit: _unit, continuation: _how, ...rest } = details ?? {};
  return rest;
}

/** One text in the place of the first text block; media blocks stay, in order. */
function withOneText(content: readonly ContentBlock[], text: string): ContentBlock[] {
  const first = content.findIndex((block) => block.type === "text");
  return content.flatMap((block, index): ContentBlock[] => {
    if (block.type !== "text") return [block];
    return index === first ? [{ type: "text", text }] : [];
  });
}
