import { catalogTotals } from "./totals.ts";
import type { Catalog } from "./types.ts";

export const TOKENIZERS = ["estimate", "o200k"] as const;
export type TokenizerName = (typeof TOKENIZERS)[number];

/**
 * The catalog with tokens counted by a real tokenizer instead of estimated. What was deferred stays so: the
 * specification decides that by the estimate.
 */
export async function countedCatalog(catalog: Catalog, tokenizer: TokenizerName): Promise<Catalog> {
  if (tokenizer === "estimate") return catalog;
  const count = await o200kCounter();
  const tools = catalog.tools.map((tool) => {
    const { name, description, schema } = tool.entry.tool.def;
    return { ...tool, estimatedTokens: count(JSON.stringify({ name, description, schema })) };
  });
  return { ...catalog, tools, totals: catalogTotals(tools, catalog.facts.model) };
}

/** The vocabulary of OpenAI's newer models; two megabytes, read only here. */
async function o200kCounter(): Promise<(text: string) => number> {
  const [{ Tiktoken }, { assetText }] = await Promise.all([
    import("js-tiktoken/lite"),
    import("../config/assets.ts"),
  ]);
  // The package keeps it as a module with one JSON literal.
  const module = assetText("o200k_base.js");
  const ranks = JSON.parse(module.slice(module.indexOf("{"), module.lastIndexOf("}") + 1));
  const encoder = new Tiktoken(ranks);
  // Special tokens in a definition are words like any others.
  return (text) => encoder.encode(text, [], []).length;
}
