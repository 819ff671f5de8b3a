import { assembleCatalog, deferredTools, offeredTools } from "../catalog/assemble.ts";
import { catalogFacts, type FactRequest, toolsDisabled } from "../catalog/facts.ts";
import { type Gathered, gatherSources } from "../catalog/gather.ts";
import type { Catalog } from "../catalog/types.ts";
import type { DataDir } from "../config/data-dir.ts";
import type { Host } from "../config/host.ts";
import type { Config, McpServerEntry, PermissionMode } from "../config/types.ts";
import { VERSION } from "../config/version.ts";
import type { CallPath, OutputGate } from "../contract/call-path.ts";
import type { ModelFacts } from "../contract/model.ts";
import { budgetGate, wrapperGate } from "../contract/output-gates.ts";
import type { AnyTool } from "../contract/tool.ts";
import type { ServerPhase } from "../mcp/types.ts";
import { createArtifactStore } from "../output/artifacts/store.ts";
import type { ArtifactStore } from "../output/artifacts/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import type { SecretMask } from "../output/secrets.ts";
import { createPermissionEngine, type PermissionEngine } from "../permissions/engine.ts";
import type { RuleSet } from "../permissions/rules/types.ts";
import type { AskUser } from "../permissions/types.ts";
import { createLocalTools } from "../tools/registry.ts";
import { createLocalServices, type TurnServices } from "./local-services.ts";
import { maskGate } from "./mask-gate.ts";
import { type Session, TOOL_OUTPUTS } from "./session/session.ts";
import { texts } from "./texts.ts";
import { toolFactsOf } from "./tool-facts.ts";

export interface AssembleOptions {
  readonly host: Host;
  readonly dataDir: DataDir;
  readonly config: Config;
  readonly configFile?: string;
  readonly workspace: string;
  readonly session: Session;
  readonly model: ModelFacts;
  /** Long foreground commands become background tasks. */
  readonly handOver: boolean;
  /** Empty with `--no-mcp`. */
  readonly servers: readonly McpServerEntry[];
  readonly mcpTimeoutMs?: number;
  readonly facts: Omit<FactRequest, "model" | "disabled">;
  readonly permission: { readonly mode: PermissionMode; readonly rules: RuleSet };
  /** Where there is a terminal to ask on. */
  readonly ask?: AskUser;
  /** Ctrl-C at a prompt. */
  readonly endTurn?: () => void;
  readonly mask: SecretMask;
  readonly signal: AbortSignal;
  readonly onServer?: (server: string, phase: ServerPhase) => void;
  report(diagnostic: Diagnostic): void;
}

/** Everything a turn, a single call or a server offers tools with; `close` ends all that was started. */
export interface Assembly {
  readonly catalog: Catalog;
  /** Offered, in catalog order. */
  readonly tools: readonly AnyTool[];
  /** Reached by name only: deferred ones. */
  readonly deferred: readonly AnyTool[];
  readonly path: CallPath;
  readonly engine: PermissionEngine;
  readonly artifacts: ArtifactStore;
  readonly servers: Gathered["connections"]["servers"];
  /** Ends children, tasks and servers; names what could not be ended. Safe to call twice. */
  close(): Promise<readonly Diagnostic[]>;
}

/** Starts the servers, assembles the catalog and the way of its calls. Whoever gets it must close it. */
export async function assembleTurn(options: AssembleOptions): Promise<Assembly> {
  const { host, config, model } = options;
  const artifacts = createArtifactStore({
    container: options.session.folder,
    folder: TOOL_OUTPUTS,
    report: options.report,
  });
  const local = await createLocalServices({ ...options, artifacts });
  const gathered = await gather(options, local, artifacts);
  try {
    const disabled = toolsDisabled(host.env);
    const catalog = assembleCatalog(
      catalogFacts(config, { ...options.facts, model, disabled }),
      gathered.sources,
    );
    const tools = offeredTools(catalog);
    const deferred = deferredTools(catalog);
    const engine = permissionEngine(options, catalog, gathered);
    return {
      catalog,
      tools,
      deferred,
      path: {
        before: [],
        permit: engine.gate,
        after: [],
        gates: outputGates(options, artifacts, tools),
        names: [...tools, ...deferred].map((tool) => tool.def.name),
      },
      engine,
      artifacts,
      servers: gathered.connections.servers,
      close: () => closeAll(local, gathered),
    };
  } catch (error) {
    await closeAll(local, gathered);
    throw error;
  }
}

function gather(options: AssembleOptions, local: TurnServices, artifacts: ArtifactStore): Promise<Gathered> {
  const { host, config, model } = options;
  return gatherSources({
    localTools: createLocalTools(local.services),
    servers: options.servers,
    builtinMatrix: config.builtinMatrix,
    services: { artifacts, supportsImages: model.supports.image },
    workspace: options.workspace,
    environment: local.services.environments.helper,
    platform: host.platform,
    clientVersion: VERSION,
    timeoutMs: options.mcpTimeoutMs,
    signal: options.signal,
    onPhase: options.onServer,
  });
}

function permissionEngine(options: AssembleOptions, catalog: Catalog, gathered: Gathered): PermissionEngine {
  const { host, dataDir, session, permission } = options;
  return createPermissionEngine({
    places: {
      workspace: options.workspace,
      home: host.home,
      dataDir: dataDir.path,
      platform: host.platform,
      configFile: options.configFile ?? dataDir.configFile,
      sessionDir: session.folder,
    },
    mode: permission.mode,
    rules: permission.rules,
    toolFacts: toolFactsOf(catalog, gathered.connections.servers),
    ask: options.ask,
    endTurn: options.endTurn,
  });
}

/** Last, on every result: secrets first, so that nothing is stored or cut in the middle of one. */
function outputGates(
  options: AssembleOptions,
  artifacts: ArtifactStore,
  tools: readonly AnyTool[],
): OutputGate[] {
  const { maxInlineKiB, perTool } = options.config.toolResultCompaction;
  const hasRead = tools.some((tool) => tool.def.name === "read");
  return [
    maskGate(options.mask),
    wrapperGate(artifacts),
    budgetGate(artifacts, { maxInlineKiB, perTool, hasRead }),
  ];
}

async function closeAll(local: TurnServices, gathered: Gathered): Promise<readonly Diagnostic[]> {
  const [left] = await Promise.all([local.close(), gathered.close()]);
  return left.map(({ pid, name }) => ({
    severity: "warning",
    code: "process_left",
    message: texts.processLeft(pid, name),
  }));
}
