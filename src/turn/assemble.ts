import { assembleCatalog, deferredTools, offeredTools } from "../catalog/assemble.ts";
import { extensionSources } from "../catalog/extension-sources.ts";
import { catalogFacts, type FactRequest, toolsDisabled } from "../catalog/facts.ts";
import type { Gathered } from "../catalog/gather.ts";
import { lockedCatalog } from "../catalog/lock/locked.ts";
import type { LockDocument } from "../catalog/lock/types.ts";
import type { Catalog, CatalogFacts } from "../catalog/types.ts";
import { withNotices } from "../catalog/with-notices.ts";
import type { Host } from "../config/host.ts";
import type { PermissionMode } from "../config/types.ts";
import type { CallOutcome, CallPath } from "../contract/call-path.ts";
import type { ModelFacts } from "../contract/model.ts";
import type { AnyTool } from "../contract/tool.ts";
import type { GoalState } from "../extensions/goal.ts";
import { toolOutputBudgetExtension } from "../extensions/tool-output-budget.ts";
import type { Extension, ExtensionSet } from "../extensions/types.ts";
import type { Elicit, ServerPhase } from "../mcp/types.ts";
import { createArtifactStore } from "../output/artifacts/store.ts";
import type { ArtifactStore } from "../output/artifacts/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import type { SecretMask } from "../output/secrets.ts";
import { visible } from "../output/visible.ts";
import type { PermissionEngine } from "../permissions/engine.ts";
import type { RuleSet } from "../permissions/rules/types.ts";
import type { AskUser } from "../permissions/types.ts";
import type { QuestionPort } from "../tools/ask-user/types.ts";
import type { LocalServices } from "../tools/services.ts";
import type { Delegation } from "../tools/task/types.ts";
import type { TaskFacts } from "../tools/tasks/types.ts";
import {
  gather,
  outputBudget,
  outputGates,
  permissionEngine,
  type Started,
  startHosted,
} from "./assemble-parts.ts";
import type { TurnHooks } from "./hooks/hooks.ts";
import { openHooks, wantedFormats } from "./hooks/open.ts";
import type { LoadedHooks } from "./hooks/read.ts";
import type { TranscriptFormat } from "./hooks/types.ts";
import { localAdapters } from "./local-adapters.ts";
import { createLocalServices } from "./local-services.ts";
import { type Session, TOOL_OUTPUTS } from "./session/session.ts";
import { texts } from "./texts.ts";
import type { Workplace } from "./workplace.ts";

/** What decides a turn's catalog besides its model, its mode and its goal. */
export type TurnFacts = Omit<FactRequest, "model" | "disabled" | "plan" | "goal">;

export interface AssembleOptions {
  readonly host: Host;
  /** Its servers are started; none with `--no-mcp`. */
  readonly workplace: Workplace;
  readonly session: Session;
  readonly turnId: string;
  /** From `loadHooks`, which must come before anything is started. */
  readonly hooks: LoadedHooks | undefined;
  readonly model: ModelFacts;
  /** Long foreground commands become background tasks. */
  readonly handOver: boolean;
  readonly mcpTimeoutMs?: number;
  readonly facts: TurnFacts;
  /** Plan mode: nothing but the session's plan file may be written. */
  readonly plan: boolean;
  readonly goal?: GoalState;
  /** Named by the user; after the built-in ones. */
  readonly extensions: readonly Extension[];
  /** Tools that differ from it are withheld (`--locked`). */
  readonly lock?: LockDocument;
  readonly permission: { readonly mode: PermissionMode; readonly rules: RuleSet };
  /** Where there is a terminal to ask on. */
  readonly ask?: AskUser;
  /** Where the user can answer questions of the model at once. */
  readonly questions?: QuestionPort;
  /** Where the user can answer MCP servers; elsewhere they are declined, and that is told. */
  readonly elicit?: Elicit;
  /** Children to give work to; absent: there is no `task`. */
  readonly delegation?: Delegation;
  /** Ctrl-C at a prompt. */
  readonly endTurn?: () => void;
  readonly mask: SecretMask;
  readonly signal: AbortSignal;
  /** Told of each call of a connector, which commands make through `mcode-tools`. */
  readonly onConnectorCall?: (outcome: CallOutcome) => void;
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
  readonly services: LocalServices;
  readonly extensions: ExtensionSet;
  readonly servers: Gathered["connections"]["servers"];
  readonly hooks: TurnHooks | undefined;
  /** Formats of other programs that a hook wants to read the session in. */
  readonly formats: ReadonlySet<TranscriptFormat>;
  /** Ends children, tasks and servers. Safe to call twice; what it met is told once. */
  close(): Promise<AssemblyEnd>;
}

/** What the end of an assembly met: tasks that still ran, and what is to be told of it. */
export interface AssemblyEnd {
  readonly lost: readonly TaskFacts[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Starts the servers, assembles the catalog and the way of its calls. Whoever gets it must close it. */
export async function assembleTurn(options: AssembleOptions): Promise<Assembly> {
  const { host, workplace, session, report, model } = options;
  const { workspace, loaded } = workplace;
  const { config } = loaded;
  const artifacts = createArtifactStore({ container: session.folder, folder: TOOL_OUTPUTS, report });
  const adapters = await localAdapters({
    ...options,
    skillNames: options.facts.custom?.skills,
    skillPlaces: options.facts.custom?.places?.skills,
  });
  const local = await createLocalServices({ ...options, adapters, artifacts, workspace, config });
  const facts = catalogFacts(config, {
    ...options.facts,
    model,
    plan: options.plan,
    goal: options.goal !== undefined,
    disabled: toolsDisabled(host.env),
  });
  const { goal, extensions: own } = options;
  const budget = outputBudget(options, artifacts);
  const first = [toolOutputBudgetExtension(budget.gate)];
  const { set, ...extended } = await extensionSources({ facts, workspace, goal, own, first });
  const started: Started = { local, artifacts, set, hooks: options.hooks };
  try {
    started.gathered = await gather(options, started, extended);
    const catalog = await catalogOf(options, facts, started.gathered);
    if (hasTool(catalog, "bash") && config.beta.mcodeTools && options.onConnectorCall !== undefined) {
      started.hosted = await startHosted(options, started, facts);
    }
    local.services.tasks?.setOffered(hasTool(catalog, "task_output"));
    budget.setRedeemable(hasTool(catalog, "read"));
    return assembled(options, started, catalog);
  } catch (error) {
    await closeAll(started);
    throw error;
  }
}

async function catalogOf(options: AssembleOptions, facts: CatalogFacts, gathered: Gathered) {
  const { lock, workplace, host, mask } = options;
  const sources = await withNotices(facts, gathered.sources);
  if (lock === undefined) return assembleCatalog(facts, sources);
  const { workspace, dataDir } = workplace;
  return lockedCatalog(facts, sources, {
    lock,
    mask,
    places: { workspace, dataDir: dataDir.path, home: host.home },
    servers: gathered.connections.servers,
  });
}

function assembled(options: AssembleOptions, started: Started, catalog: Catalog): Assembly {
  const { artifacts, gathered, hosted, set, local } = started;
  let closing: Promise<AssemblyEnd> | undefined;
  const { services } = local;
  const tools = offeredTools(catalog);
  const deferred = deferredTools(catalog);
  const engine = permissionEngine(options, catalog, started);
  const { mode } = options.permission;
  const hooks = started.hooks && openHooks({ ...options, loaded: started.hooks, services, mode });
  const path: CallPath = {
    before: [...set.before, ...(hooks ? [hooks.before] : [])],
    permit: engine.gate,
    after: [...set.after, ...(hooks ? [hooks.after] : [])],
    gates: [...outputGates(options, artifacts), ...set.gates],
    names: [...tools, ...deferred].map((tool) => tool.def.name),
  };
  hosted?.follow(path);
  return {
    catalog,
    tools,
    deferred,
    path,
    engine,
    artifacts,
    services,
    extensions: set,
    servers: gathered?.connections.servers ?? [],
    hooks,
    formats: started.hooks ? wantedFormats(started.hooks) : new Set(),
    close: async () => {
      const before = closing;
      closing ??= closeAll(started);
      const end = await closing;
      return before === undefined ? end : { lost: [], diagnostics: [] };
    },
  };
}

function hasTool(catalog: Catalog, name: string): boolean {
  return catalog.tools.some((tool) => tool.name === name && tool.status === "offered");
}

/** Tasks and children first, so that nothing of them still talks to what ends after. */
async function closeAll({ local, gathered, hosted }: Started): Promise<AssemblyEnd> {
  const { left, lost } = await local.close();
  await Promise.all([gathered?.close(), hosted?.close()]);
  const diagnostics = [
    ...lost.map(({ id, title }) => warning("task_lost", texts.taskLost(id, visible(title)))),
    ...left.map(({ pid, name }) => warning("process_left", texts.processLeft(pid, name))),
  ];
  return { lost, diagnostics };
}

function warning(code: string, message: string): Diagnostic {
  return { severity: "warning", code, message };
}
