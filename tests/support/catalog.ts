import { Type } from "@sinclair/typebox";
import { catalogFacts, type FactRequest } from "../../src/catalog/facts.ts";
import type { CatalogEntry, CatalogFacts, CatalogSources } from "../../src/catalog/types.ts";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import type { Config } from "../../src/config/types.ts";
import { defineRuntimeTool } from "../../src/contract/define-tool.ts";
import { textResult } from "../../src/contract/results.ts";

/** Changes to the default agent and the rest of the configuration that decide a catalog. */
export interface ConfigChanges {
  readonly agent?: Partial<Config["agents"]["default"]>;
  readonly memory?: boolean;
  readonly search?: Partial<Config["mcpToolSearch"]>;
}

export function facts(request: FactRequest = {}, changes: ConfigChanges = {}): CatalogFacts {
  const { agents, tools, mcpToolSearch } = DEFAULT_CONFIG;
  return catalogFacts(
    {
      ...DEFAULT_CONFIG,
      agents: { default: { ...agents.default, ...changes.agent } },
      tools: { ...tools, memory: { enabled: changes.memory ?? tools.memory.enabled } },
      mcpToolSearch: { ...mcpToolSearch, ...changes.search },
    },
    request,
  );
}

/**
 * An entry from a short spelling: `name` is local, `goal:name`, `extension:name`, `matrix:name`, and
 * `server/name` a configured MCP tool.
 */
export function entry(spelling: string, description = `does ${spelling}`): CatalogEntry {
  const [, prefix, word = spelling] = /^(goal|extension|matrix):(.+)$/.exec(spelling) ?? [];
  const [server, serverToolName] = prefix === undefined ? spelling.split("/") : [];
  const mcp = prefix === "matrix" || serverToolName !== undefined;
  const serverName = prefix === "matrix" ? "matrix" : server;
  const name = serverToolName === undefined ? word : `mcp__${server}__${serverToolName}`;
  const source = prefix === "matrix" ? "builtin-matrix" : mcp ? "configured" : "builtin";
  return {
    tool: defineRuntimeTool({
      name,
      description,
      schema: Type.Object({}),
      source,
      execute: async () => textResult(name, `${name} ran`),
    }),
    source,
    kind: mcp ? "mcp" : prefix === "goal" || prefix === "extension" ? prefix : "local",
    owner: mcp ? `server "${serverName}"` : `the ${prefix ?? "local registry"}`,
    ...(mcp ? { serverName, serverToolName: serverToolName ?? word } : {}),
  };
}

export function sources(...spellings: readonly string[]): CatalogSources {
  const entries = spellings.map((spelling) => entry(spelling));
  const of = (kind: CatalogEntry["kind"]) => entries.filter((one) => one.kind === kind);
  return {
    local: of("local"),
    mcp: of("mcp"),
    goal: of("goal"),
    extensions: of("extension"),
    diagnostics: [],
  };
}
