import { resolve } from "node:path";
import type { StdioServerEntry } from "../../src/config/types.ts";
import type { ToolExecutionContext, ToolResult } from "../../src/contract/tool.ts";
import { connectServers } from "../../src/mcp/connect.ts";
import { serverRuntimeTools } from "../../src/mcp/runtime-tools.ts";
import type { Connections, ConnectOptions, ServerConnection } from "../../src/mcp/types.ts";
import type { ArtifactStore } from "../../src/output/artifacts/types.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** A server started with the runtime that runs the tests. */
export function stdioServer(
  name: string,
  args: readonly string[],
  more: Partial<StdioServerEntry> = {},
): StdioServerEntry {
  return {
    name,
    transport: "stdio",
    command: process.execPath,
    args,
    env: {},
    trustAnnotations: false,
    where: "mcp.json:1:1",
    origin: { file: "mcp.json", scope: "flag" },
    ...more,
  };
}

/** The purpose-built server that misbehaves in the way `mode`. */
export function oddServer(mode: string, more: Partial<StdioServerEntry> = {}, id = "one"): StdioServerEntry {
  return stdioServer(mode, [`${ROOT}/tests/support/odd-server.ts`, mode, id], more);
}

/** A published server from the dev dependencies. */
export function realServer(name: string, entry: string, args: readonly string[] = []): StdioServerEntry {
  return stdioServer(name, [`${ROOT}/node_modules/${entry}`, ...args]);
}

export const EVERYTHING = "@modelcontextprotocol/server-everything/dist/index.js";
export const FILESYSTEM = "@modelcontextprotocol/server-filesystem/dist/index.js";
export const MEMORY = "@modelcontextprotocol/server-memory/dist/index.js";

/** Connections of one test; `await using` ends the servers. */
export async function connected(
  entries: readonly StdioServerEntry[],
  more: Partial<ConnectOptions> = {},
): Promise<Connections & AsyncDisposable> {
  const connections = await connectServers(entries, {
    workspace: import.meta.dirname,
    environment: { PATH: process.env.PATH },
    platform: process.platform,
    clientVersion: "0.0.0",
    timeoutMs: 20_000,
    ...more,
  });
  return { ...connections, [Symbol.asyncDispose]: () => connections.close() };
}

/** The first connection, which must have come up. */
export function only({ servers }: Connections): ServerConnection {
  const [server] = servers;
  if (server === undefined || !server.ok) throw new Error(JSON.stringify(server?.diagnostics));
  return server;
}

/** An artifact store in memory; `stored` is what it was given. */
export function memoryArtifacts(): ArtifactStore & { readonly stored: Uint8Array[] } {
  const stored: Uint8Array[] = [];
  const keep = async (bytes: Uint8Array) => {
    stored.push(bytes);
    return { path: `/artifacts/${stored.length}`, sha256: "", bytes: bytes.length };
  };
  return {
    stored,
    begin: () => {
      const chunks: Uint8Array[] = [];
      return {
        write: (chunk) => void chunks.push(chunk),
        read: (offset, maxBytes) => Buffer.concat(chunks).subarray(offset, offset + maxBytes),
        publish: () => keep(Buffer.concat(chunks)),
        discard: () => {},
      };
    },
    store: (_call, text) => keep(Buffer.from(text)),
  };
}

const CONTEXT: ToolExecutionContext = { sessionId: "s", turnId: "t", toolCallId: "c" };

/** Calls a server's tool as a turn would, past validation. */
export async function callAsTool(
  server: ServerConnection,
  tool: string,
  args: Record<string, unknown> = {},
  options: { readonly artifacts?: ArtifactStore; readonly supportsImages?: boolean } = {},
): Promise<ToolResult> {
  const { artifacts = memoryArtifacts(), supportsImages = true } = options;
  const found = serverRuntimeTools(server, { artifacts, supportsImages }).find(
    ({ serverTool }) => serverTool.name === tool,
  );
  if (found === undefined) throw new Error(`no tool ${tool}`);
  return found.tool.impl.execute(CONTEXT, args);
}
