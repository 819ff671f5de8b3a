import type { CatalogFacts, CatalogSources } from "./types.ts";

/** The sources with what is to be told of the agent's lists; most agents have none, and load nothing for it. */
export async function withNotices(facts: CatalogFacts, sources: CatalogSources): Promise<CatalogSources> {
  const { tools, disallowedTools, mcpServers } = facts.profile?.selection ?? {};
  if (facts.disabled || (tools ?? disallowedTools ?? mcpServers) === undefined) return sources;
  const { selectionNotices } = await import("./selection-notices.ts");
  return { ...sources, diagnostics: [...sources.diagnostics, ...selectionNotices(facts, sources)] };
}
