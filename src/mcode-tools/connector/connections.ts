import type { Environment } from "../../config/host.ts";
import type { McpServerEntry } from "../../config/types.ts";
import { VERSION } from "../../config/version.ts";
import type { CallOutcome, CallPath } from "../../contract/call-path.ts";
import { runCall } from "../../contract/run-call.ts";
import type { ToolExecutionContext } from "../../contract/tool.ts";
import { elicitOrDecline } from "../../mcp/decline.ts";
import type { Connections, Elicit, McpToolServices } from "../../mcp/types.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import type { ConnectorCalls, ConnectorTool } from "../types.ts";

export interface ConnectorServers {
  readonly servers: readonly McpServerEntry[];
  readonly services: McpToolServices;
  readonly workspace: string;
  /** What server processes inherit, scrubbed. */
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Asks the user on behalf of a server; without it what servers ask is declined, and told. */
  readonly elicit?: Elicit;
  /** Ctrl-C at such a question. */
  readonly endTurn?: () => void;
  /** Told once, when the servers are up or have failed. */
  report(diagnostic: Diagnostic): unknown;
}

/** The connector servers of a host, starting in the background while the turn goes on. */
export interface OpenConnectors {
  /** Waits until every server is ready or has failed by its own deadline. */
  tools(): Promise<readonly ConnectorTool[]>;
  close(): Promise<void>;
}

/** Starts the servers at once and does not wait for them: the first listing or call does. */
export function openConnectors(options: ConnectorServers): OpenConnectors {
  const ending = new AbortController();
  const signals = [ending.signal, ...(options.signal === undefined ? [] : [options.signal])];
  const opening = connect({
    ...options,
    signal: AbortSignal.any(signals),
    // What was ended before it was up has not failed.
    report: (diagnostic) => ending.signal.aborted || options.report(diagnostic),
  });
  // A rejection is told by whoever awaits it; here it must not end the process.
  opening.catch(() => undefined);
  return {
    tools: async () => (await opening).tools,
    close: async () => {
      // Whoever ends needs no server that is still starting.
      ending.abort();
      const opened = await opening.catch(() => undefined);
      await opened?.connections.close();
    },
  };
}

async function connect(
  options: ConnectorServers,
): Promise<{ connections: Connections; tools: readonly ConnectorTool[] }> {
  if (options.servers.length === 0) {
    return { connections: { servers: [], close: async () => undefined }, tools: [] };
  }
  const [{ connectServers }, { serverRuntimeTools }, { connectorCatalogName }] = await Promise.all([
    import("../../mcp/connect.ts"),
    import("../../mcp/runtime-tools.ts"),
    import("../../mcp/names.ts"),
  ]);
  const connections = await connectServers(options.servers, {
    ...options,
    elicit: elicitOrDecline(options.elicit, options),
    clientVersion: VERSION,
  });
  const tools = connections.servers.flatMap((connection) => {
    for (const diagnostic of connection.diagnostics) options.report(diagnostic);
    const made = serverRuntimeTools(connection, options.services, { nameOf: connectorCatalogName });
    return made.map(({ tool, serverTool }) => ({
      tool,
      server: connection.entry.name,
      serverTool,
      trustAnnotations: connection.entry.trustAnnotations === true,
    }));
  });
  return { connections, tools };
}

/** What rules may be about, by catalog name (`server/tool` patterns, trusted hints); fits the permission engine. */
export function connectorFacts(tools: readonly ConnectorTool[], name: string) {
  const found = tools.find(({ tool }) => tool.def.name === name);
  if (found === undefined) return undefined;
  const { server, serverTool, trustAnnotations } = found;
  const { readOnlyHint, destructiveHint } = serverTool.annotations;
  const source = "configured" as const;
  return {
    name,
    source,
    server,
    serverTool: serverTool.name,
    readOnlyHint,
    destructiveHint,
    trustAnnotations,
  };
}

export interface JudgedCalls {
  tools(): Promise<readonly ConnectorTool[]>;
  /** The way of every call of the turn. Its output gates are left out: bash bounds what the model sees. */
  readonly path: CallPath;
  readonly ctx: ToolExecutionContext;
  /** One line in the transcript. */
  onOutcome?(outcome: CallOutcome): void | Promise<void>;
}

/** Connector calls as tool calls of a turn: hooks, rules, mode and transcript apply by the connector's name. */
export function judgedCalls({ tools, path, ctx, onOutcome }: JudgedCalls): ConnectorCalls {
  let count = 0;
  return {
    tools,
    async run({ tool, args, signal }) {
      const toolCallId = `connector-${++count}`;
      const { name } = tool.def;
      const request = { toolCallId, name, tool, rawArguments: args, ctx: { ...ctx, toolCallId }, signal };
      const outcome = await runCall(request, { ...path, gates: [] });
      await onOutcome?.(outcome);
      return outcome;
    },
  };
}
