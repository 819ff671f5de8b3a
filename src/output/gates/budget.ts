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

/** What a receipt says of where a text came from. */
export interface BudgetSource {
  readonly tool: string;
  /** The call's arguments. */
  readonly input: unknown;
  readonly isError: boolean;
}

export interface BudgetText extends BudgetSource {
  readonly text: string;
  readonly toolCallId: string;
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
 * Stores a text and gives the receipt for it; a 2 KiB preview when it cannot be stored, undefined
 * where the receipt would be no shorter than the text. Also for old results that have to leave the history.
 */
export async function receiptFor(
  result: BudgetText,
  artifacts: ArtifactStore,
  maxBytes: number,
): Promise<GatedText | undefined> {
  const { text, tool, toolCallId, stored } = result;
  const artifact: Artifact | undefined = stored ?? (await artifacts.store({ toolCallId, tool }, text));
  if (artifact === undefined) return preview(text);
  // What is stored may be more than the text, whose lines could be counted here.
  const lines = stored === undefined ? countLines(text) : undefined;
  const receipt = budgetReceipt(result, { artifact, lines, maxBytes });
  return receipt.details.returned_bytes < utf8Bytes(text) ? receipt : undefined;
}

/** The receipt for a stored text. */
export function budgetReceipt(
  source: BudgetSource,
  stored: { readonly artifact: Artifact; readonly lines: number | undefined; readonly maxBytes: number },
): GatedText {
  const { artifact, lines, maxBytes } = stored;
  const { bytes, path, readable } = artifact;
  const { tool, isError } = source;
  const text = texts.receipt({ tool, isError, source: sourceOf(source.input), bytes, lines, path, readable });
  return {
    text,
    details: {
      truncated: true,
      has_more: true,
      strategy: "prefix_lines",
      original_bytes: bytes,
      returned_bytes: utf8Bytes(text),
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
