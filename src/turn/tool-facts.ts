import type { Catalog } from "../catalog/types.ts";
import type { ServerConnection } from "../mcp/types.ts";
import type { ToolFacts } from "../permissions/types.ts";

/** What the permission engine may know of a tool by its catalog name. */
export function toolFactsOf(
  catalog: Catalog,
  servers: readonly ServerConnection[],
): (name: string) => ToolFacts | undefined {
  const byName = new Map(catalog.tools.map((tool) => [tool.name, tool.entry]));
  const byServer = new Map(servers.map((server) => [server.entry.name, server]));
  return (name) => {
    const entry = byName.get(name);
    if (entry === undefined) return undefined;
    const facts = { name, source: entry.source };
    const server = entry.serverName === undefined ? undefined : byServer.get(entry.serverName);
    if (server === undefined) return facts;
    const declared = server.tools.find((tool) => tool.name === entry.serverToolName);
    return {
      ...facts,
      server: server.entry.name,
      serverTool: entry.serverToolName,
      readOnlyHint: declared?.annotations.readOnlyHint,
      destructiveHint: declared?.annotations.destructiveHint,
      trustAnnotations: server.entry.trustAnnotations,
    };
  };
}
