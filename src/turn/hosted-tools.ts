import { assembleCatalog } from "../catalog/assemble.ts";
import type { CatalogEntry, CatalogFacts } from "../catalog/types.ts";
import type { Environment, Host } from "../config/host.ts";
import { loadConnectorServers } from "../config/mcp-servers.ts";
import type { CallOutcome, CallPath } from "../contract/call-path.ts";
import type { ToolExecutionContext } from "../contract/tool.ts";
import { connectorFacts, judgedCalls, openConnectors } from "../mcode-tools/connector/connections.ts";
import type { McodeToolsHost } from "../mcode-tools/host/options.ts";
import type { ConnectorCalls, ConnectorTool } from "../mcode-tools/types.ts";
import type { Elicit } from "../mcp/types.ts";
import type { ArtifactStore } from "../output/artifacts/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import type { SecretMask } from "../output/secrets.ts";
import type { ToolFacts } from "../permissions/types.ts";
import type { Workplace } from "./workplace.ts";

export interface HostedToolsOptions {
  readonly host: Host;
  readonly workplace: Workplace;
  readonly facts: CatalogFacts;
  readonly mask: SecretMask;
  readonly artifacts: ArtifactStore;
  /** For programs that turnkit itself starts. */
  readonly helper: Environment;
  readonly signal: AbortSignal;
  readonly elicit?: Elicit;
  readonly endTurn?: () => void;
  readonly ctx: ToolExecutionContext;
  report(diagnostic: Diagnostic): void;
  onOutcome(outcome: CallOutcome): void;
}

/** What a turn's bash commands reach through `mcode-tools`: connector tools, and leases where configured. */
export interface HostedTools {
  readonly mcodeTools: McodeToolsHost;
  /** What the permission engine may know of a connector tool. */
  toolFacts(name: string): ToolFacts | undefined;
  /** The way of a connector's call: the turn's own, so that hooks, rules and mode hold for it too. */
  follow(path: CallPath): void;
  close(): Promise<void>;
}

/** Starts the connectors and the host of `mcode-tools`. Never rejects for either: the turn goes on without. */
export async function startHostedTools(options: HostedToolsOptions): Promise<HostedTools> {
  const { host, workplace, mask, report } = options;
  const { loaded, workspace, dataDir } = workplace;
  const servers = loadConnectorServers(host, loaded, { workspace });
  for (const { name, value } of servers.secrets) mask.add(name, value);
  for (const diagnostic of servers.diagnostics) report(diagnostic);
  const connectors = openConnectors({
    servers: servers.servers,
    services: { artifacts: options.artifacts, supportsImages: true },
    workspace,
    environment: options.helper,
    platform: host.platform,
    signal: options.signal,
    elicit: options.elicit,
    endTurn: options.endTurn,
    report,
  });
  let known: readonly ConnectorTool[] = [];
  const tools = async () => {
    known = admitted(await connectors.tools(), options.facts);
    return known;
  };
  // A call before the turn's way is known waits for it.
  const followed = Promise.withResolvers<ConnectorCalls>();
  const { startMcodeToolsHost } = await import("../mcode-tools/host/start.ts");
  const mcodeTools = await startMcodeToolsHost({
    host,
    dataDir: dataDir.path,
    enabled: true,
    settings: loaded.config.connectors,
    helperEnvironment: options.helper,
    mask,
    connectors: { tools, run: async (call) => (await followed.promise).run(call) },
    notify: report,
  });
  return {
    mcodeTools,
    toolFacts: (name) => connectorFacts(known, name),
    follow: (path) => {
      followed.resolve(judgedCalls({ tools, path, ctx: options.ctx, onOutcome: options.onOutcome }));
    },
    close: async () => {
      await mcodeTools.close();
      await connectors.close();
    },
  };
}

/** The connectors that this turn's profile and role let through, by the stages of the catalog. */
function admitted(tools: readonly ConnectorTool[], facts: CatalogFacts): readonly ConnectorTool[] {
  const entries = tools.map(
    ({ tool, server, serverTool }): CatalogEntry => ({
      tool,
      source: "configured",
      kind: "mcp",
      owner: `connector "${server}"`,
      serverName: server,
      serverToolName: serverTool.name,
    }),
  );
  const inline = { ...facts, disclosure: { ...facts.disclosure, enabled: false } };
  const catalog = assembleCatalog(inline, {
    local: [],
    mcp: entries,
    goal: [],
    extensions: [],
    diagnostics: [],
  });
  const names = new Set(catalog.tools.filter(({ status }) => status === "offered").map(({ name }) => name));
  return tools.filter(({ tool }) => names.has(tool.def.name));
}
