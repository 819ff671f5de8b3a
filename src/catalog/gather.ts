import type { McpServerEntry } from "../config/types.ts";
import type { AnyTool, ToolSource } from "../contract/tool.ts";
import type { ListCache } from "../mcp/list-cache.ts";
import type { Connections, ConnectOptions, McpToolServices, ServerConnection } from "../mcp/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import type { CatalogEntry, CatalogSources } from "./types.ts";

/** What is gathered, and how the servers among it are started; scrub `environment` before. */
export interface GatherRequest extends ConnectOptions {
  readonly localTools: readonly AnyTool[];
  /** Empty with `--no-mcp`: then nothing of MCP is loaded. */
  readonly servers: readonly McpServerEntry[];
  /** Servers that are there and not among them: those of connectors. */
  readonly otherServers?: readonly string[];
  /** Servers that are there and could not be started. */
  readonly brokenServers?: readonly string[];
  /** `--no-mcp`: what servers there are is not known. */
  readonly mcpLeftOut?: boolean;
  /** The server that counts as the Matrix one (`builtinMatrix`). */
  readonly builtinMatrix?: string;
  readonly goalTools?: readonly AnyTool[];
  readonly extensionTools?: readonly { readonly tool: AnyTool; readonly extension: string }[];
  readonly services: McpToolServices;
  /** Where listings are kept; `use` starts no server and takes what is there. */
  readonly lists?: { readonly cache: ListCache; readonly use: boolean; readonly now: number };
}

export interface Gathered {
  readonly sources: CatalogSources;
  readonly connections: Connections;
  /** Ends every server; the tools of `sources` cannot be called any more. */
  close(): Promise<void>;
}

/**
 * Starts the servers, lists their tools, and gives the sources of a catalog in order. A server that fails
 * gives no entries and one diagnostic. The caller must `close` what it gets.
 */
export async function gatherSources(request: GatherRequest): Promise<Gathered> {
  const connections = await connect(request);
  return {
    sources: await sourcesOf(request, connections),
    connections,
    close: () => connections.close(),
  };
}

/** The sources as the connections are now; call it again between turns when a server's list has changed. */
export async function sourcesOf(request: GatherRequest, connections: Connections): Promise<CatalogSources> {
  return {
    local: localEntries(request.localTools),
    mcp: await mcpEntries(request, connections.servers),
    goal: (request.goalTools ?? []).map((tool) => builtinEntry(tool, "goal", "the goal tools")),
    extensions: (request.extensionTools ?? []).map(({ tool, extension }) =>
      builtinEntry(tool, "extension", `extension "${extension}"`),
    ),
    ...(request.mcpLeftOut === true ? {} : { servers: serverNames(request, connections.servers) }),
    diagnostics: connections.servers.flatMap((server): readonly Diagnostic[] => server.diagnostics),
  };
}

function serverNames(
  { otherServers = [], brokenServers = [] }: GatherRequest,
  servers: readonly ServerConnection[],
) {
  return {
    known: [...servers.map(({ entry }) => entry.name), ...otherServers, ...brokenServers],
    complete: brokenServers.length === 0 && servers.every(({ ok }) => ok),
  };
}

export function localEntries(tools: readonly AnyTool[]): readonly CatalogEntry[] {
  return tools.map((tool) => builtinEntry(tool, "local", "the local registry"));
}

async function connect(request: GatherRequest): Promise<Connections> {
  if (request.servers.length === 0) return { servers: [], close: async () => {} };
  const { servers, lists } = request;
  if (lists?.use === true) {
    const { cachedConnections } = await import("../mcp/cached-connections.ts");
    return cachedConnections(servers, lists.cache);
  }
  const { connectServers } = await import("../mcp/connect.ts");
  const connections = await connectServers(servers, request);
  if (lists !== undefined) {
    const { storeLists } = await import("../mcp/cached-connections.ts");
    await storeLists(connections, lists.cache, lists.now);
  }
  return connections;
}

async function mcpEntries(
  request: GatherRequest,
  servers: readonly ServerConnection[],
): Promise<readonly CatalogEntry[]> {
  if (servers.length === 0) return [];
  const [{ serverRuntimeTools }, { mcpCatalogName }] = await Promise.all([
    import("../mcp/runtime-tools.ts"),
    import("../mcp/names.ts"),
  ]);
  return servers.flatMap((connection) => {
    const serverName = connection.entry.name;
    const matrix = serverName === request.builtinMatrix;
    const source: ToolSource = matrix ? "builtin-matrix" : "configured";
    const nameOf = matrix ? (_server: string, tool: string) => tool : mcpCatalogName;
    return serverRuntimeTools(connection, request.services, { nameOf }).map(({ tool, serverTool }) => ({
      tool: { ...tool, source },
      source,
      kind: "mcp" as const,
      owner: `server "${serverName}"`,
      serverName,
      serverToolName: serverTool.name,
      declared: serverTool,
      where: connection.entry.where,
    }));
  });
}

function builtinEntry(tool: AnyTool, kind: "local" | "goal" | "extension", owner: string): CatalogEntry {
  return { tool: { ...tool, source: "builtin" }, source: "builtin", kind, owner };
}
