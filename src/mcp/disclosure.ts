import type { McpToolSearchConfig } from "../config/types.ts";
import type { ModelFacts } from "../contract/model.ts";
import type { ToolSource } from "../contract/tool.ts";
import { disclosureTexts } from "./texts.ts";

/** What disclosure looks at of one MCP tool. */
export interface DisclosureCandidate {
  readonly source: ToolSource;
  readonly estimatedTokens: number;
}

export interface DisclosurePlan<T extends DisclosureCandidate> {
  readonly inline: readonly T[];
  readonly deferred: readonly T[];
  /** Why nothing is deferred, or why all candidates are; for `explain`. */
  readonly because: string;
}

/**
 * Decides whether MCP definitions go to the model or behind `tool_search` (40-mcp "Disclosure"): all
 * `configured` ones, or none; built-in sources always stay inline.
 */
export function planDisclosure<T extends DisclosureCandidate>(
  entries: readonly T[],
  model: ModelFacts,
  options: McpToolSearchConfig,
): DisclosurePlan<T> {
  const candidates = entries.filter((entry) => entry.source === "configured");
  const reason = reasonToStayInline(candidates, model, options);
  if (reason !== undefined) return { inline: entries, deferred: [], because: reason };
  return {
    inline: entries.filter((entry) => entry.source !== "configured"),
    deferred: candidates,
    because: disclosureTexts.over(options.thresholdPct),
  };
}

function reasonToStayInline(
  candidates: readonly DisclosureCandidate[],
  model: ModelFacts,
  options: McpToolSearchConfig,
): string | undefined {
  if (!options.enabled) return disclosureTexts.off;
  const id = `${model.provider}/${model.id}`;
  if (!options.modelWhitelist.some((pattern) => matchesModel(pattern, id))) {
    return disclosureTexts.notListed(id);
  }
  if (!Number.isFinite(model.contextWindow) || model.contextWindow <= 0) {
    return disclosureTexts.noWindow;
  }
  if (candidates.length < options.minDeferCount) {
    return disclosureTexts.few(candidates.length, options.minDeferCount);
  }
  const tokens = candidates.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0);
  const threshold = options.thresholdPct * model.contextWindow;
  if (tokens <= threshold) return disclosureTexts.under(tokens, Math.round(threshold));
  return undefined;
}

/** `*` alone matches anything, inside a pattern any run; compared as written. */
function matchesModel(pattern: string, id: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === id;
  const last = rest.pop() ?? "";
  if (!id.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = id.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return id.length - last.length >= at && id.endsWith(last);
}
