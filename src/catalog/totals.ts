import type { ModelFacts } from "../contract/model.ts";
import type { CatalogTool, CatalogTotals } from "./types.ts";

/** Counts per status, and what the offered definitions take of the context window. */
export function catalogTotals(tools: readonly CatalogTool[], { contextWindow }: ModelFacts): CatalogTotals {
  const offered = tools.filter(({ status }) => status === "offered");
  const estimatedTokens = offered.reduce((sum, tool) => sum + tool.estimatedTokens, 0);
  const usable = Number.isFinite(contextWindow) && contextWindow > 0;
  return {
    offered: offered.length,
    deferred: tools.filter(({ status }) => status === "deferred").length,
    dropped: tools.filter(({ status }) => status === "dropped").length,
    estimatedTokens,
    contextWindow,
    share: usable ? Math.round((estimatedTokens / contextWindow) * 10_000) / 10_000 : 0,
  };
}
