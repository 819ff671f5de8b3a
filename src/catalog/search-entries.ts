import type { AnyTool } from "../contract/tool.ts";
import { estimateTokens } from "../mcp/estimate.ts";
import { mcpInvokeTool } from "../mcp/search/mcp-invoke.ts";
import type { SearchableTool } from "../mcp/search/search-index.ts";
import { searchTexts } from "../mcp/search/texts.ts";
import { toolSearchTool } from "../mcp/search/tool-search.ts";
import { texts } from "./texts.ts";
import { type CatalogFacts, type CatalogTool, STAGE_NAMES } from "./types.ts";

/** The tools of a catalog as search sees them. */
export function searchable(tools: readonly CatalogTool[]): readonly SearchableTool[] {
  return tools.map(({ entry, name }) => ({ tool: entry.tool, leaf: entry.serverToolName ?? name }));
}

/** Puts `tool_search` and `mcp_invoke` behind the inline MCP tools when something was deferred. */
export function withSearch(
  inline: readonly CatalogTool[],
  deferred: readonly CatalogTool[],
  { disclosure }: CatalogFacts,
): readonly CatalogTool[] {
  if (deferred.length === 0) return inline;
  const tools = searchable(deferred);
  const means = [toolSearchTool(tools, disclosure), mcpInvokeTool(tools)].map(meansOfDisclosure);
  const before = inline.filter(({ entry }) => entry.kind === "local" || entry.kind === "mcp");
  return [...before, ...means, ...inline.slice(before.length)];
}

/** The note that goes before the user's prompt. */
export function searchHint(deferred: readonly CatalogTool[]): string {
  const servers = [...new Set(deferred.flatMap(({ entry }) => entry.serverName ?? []))];
  return searchTexts.hint(deferred.length, servers);
}

function meansOfDisclosure(tool: AnyTool): CatalogTool {
  return {
    entry: { tool, source: "builtin", kind: "disclosure", owner: "MCP disclosure" },
    name: tool.def.name,
    status: "offered",
    stages: STAGE_NAMES.map((stage) =>
      stage === "disclosure" ? { stage, verdict: "pass", reason: texts.means } : { stage, verdict: "n/a" },
    ),
    estimatedTokens: estimateTokens(tool.def),
  };
}
