import type { Artifact, ArtifactStore } from "../artifacts/types.ts";
import { BUDGET_WITHOUT_READ_BYTES, KIB, PREVIEW_BYTES, RECEIPT_SOURCE_BYTES } from "../limits.ts";
import { countLines } from "../lines.ts";
import { texts } from "../texts.ts";
import { visible } from "../visible.ts";
import { headWithin, utf8Bytes } from "./cut.ts";
import type { GatedText } from "./details.ts";
import { HeadTail } from "./head-tail.ts";
import { type StoredWhole, storedDetails } from "./stored.ts";
import { headTailOfText } from "./whole-text.ts";

/** `toolResultCompaction`, and whether a receipt can be redeemed in this turn. */
export interface Budget {
  readonly maxInlineKiB: number;
  /** KiB by tool name; overrides `maxInlineKiB`. */
  readonly perTool: Readonly<Record<string, number>>;
  readonly hasRead: boolean;
}

/** One result's text, and what a receipt says of where it came from. */
export interface BudgetText {
  readonly text: string;
  readonly tool: string;
  readonly toolCallId: string;
  readonly input: unknown;
  readonly isError: boolean;
  /** The whole, where an earlier gate stored it before it cut: the receipt names that. */
  readonly stored?: StoredWhole;
}

/** Gate 3 (50-output): undefined when the text passes as it is. */
export async function budgetText(
  result: BudgetText,
  budget: Budget,
  artifacts: ArtifactStore,
): Promise<GatedText | undefined> {
  const bytes = utf8Bytes(result.text);
  const limit = (perToolLimit(budget, result.tool) ?? budget.maxInlineKiB) * KIB;
  if (bytes <= limit) return undefined;
  if (budget.hasRead) return receiptFor(result, artifacts, limit);
  if (bytes <= BUDGET_WITHOUT_READ_BYTES) return undefined;
  const call = { toolCallId: result.toolCallId, tool: result.tool };
  return headTailOfText(result.text, Math.max(limit, PREVIEW_BYTES), { artifacts, call });
}

/**
 * Stores a text and gives the receipt for it; a 2 KiB preview when it cannot be stored, and the text itself
 * where the receipt would be no shorter. Also for old results that have to leave the history.
 */
export async function receiptFor(
  result: BudgetText,
  artifacts: ArtifactStore,
  maxBytes: number,
): Promise<GatedText> {
  const { text, tool, toolCallId, stored } = result;
  const artifact: Artifact | undefined = stored ?? (await artifacts.store({ toolCallId, tool }, text));
  if (artifact === undefined) return preview(text);
  const receipt = texts.receipt({
    tool,
    isError: result.isError,
    source: sourceOf(result.input),
    bytes: artifact.bytes,
    // What is stored may be more than the text, whose lines are counted here.
    lines: stored === undefined ? countLines(text) : undefined,
    path: artifact.path,
    readable: artifact.readable,
  });
  const shorter = utf8Bytes(receipt) < utf8Bytes(text);
  const shown = shorter ? receipt : text;
  return {
    text: shown,
    details: {
      truncated: shorter,
      has_more: shorter,
      strategy: "prefix_lines",
      original_bytes: artifact.bytes,
      returned_bytes: utf8Bytes(shown),
      max_bytes: maxBytes,
      next_offset: 1,
      offset_unit: "line",
      ...storedDetails(artifact, 1),
    },
  };
}

function preview(text: string): GatedText {
  const gate = new HeadTail({ maxBytes: PREVIEW_BYTES });
  gate.push(text);
  return gate.finish({ storingFailed: true });
}

function perToolLimit(budget: Budget, tool: string): number | undefined {
  return Object.hasOwn(budget.perTool, tool) ? budget.perTool[tool] : undefined;
}

/** Which of a call's arguments says best what it was about. */
const SOURCES = ["query", "url", "pattern", "path"] as const;

function sourceOf(input: unknown): { name: string; value: string } | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  for (const name of SOURCES) {
    const value: unknown = Reflect.get(input, name);
    if (typeof value === "string" && value !== "") {
      return {
        name,
        value: headWithin(visible(headWithin(value, RECEIPT_SOURCE_BYTES)), RECEIPT_SOURCE_BYTES),
      };
    }
  }
  return undefined;
}
