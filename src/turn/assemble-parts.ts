import { type Gathered, type GatherRequest, gatherSources } from "../catalog/gather.ts";
import type { Catalog, CatalogFacts } from "../catalog/types.ts";
import { VERSION } from "../config/version.ts";
import type { OutputGate } from "../contract/call-path.ts";
import { budgetGate, wrapperGate } from "../contract/output-gates.ts";
import type { ExtensionSet } from "../extensions/types.ts";
import { elicitOrDecline } from "../mcp/decline.ts";
import type { ArtifactStore } from "../output/artifacts/types.ts";
import { createPermissionEngine, type PermissionEngine } from "../permissions/engine.ts";
import { misspelledRules } from "../permissions/rules/misspelled.ts";
import { createLocalTools } from "../tools/registry.ts";
import type { AssembleOptions } from "./assemble.ts";
import type { LoadedHooks } from "./hooks/read.ts";
import { type HostedTools, startHostedTools } from "./hosted-tools.ts";
import { skillFolders } from "./local-adapters.ts";
import type { TurnServices } from "./local-services.ts";
import { maskGate } from "./mask-gate.ts";
import { toolFactsOf } from "./tool-facts.ts";

/** What has been started; the later parts only when they were reached. */
export interface Started {
  readonly local: TurnServices;
  readonly artifacts: ArtifactStore;
  readonly set: ExtensionSet;
  readonly hooks: LoadedHooks | undefined;
  gathered?: Gathered;
  hosted?: HostedTools;
}

export async function startHosted(
  options: AssembleOptions,
  started: Started,
  facts: CatalogFacts,
): Promise<HostedTools> {
  const { local, artifacts } = started;
  const { session, turnId } = options;
  const hosted = await startHostedTools({
    ...options,
    facts,
    artifacts,
    helper: local.services.environments.helper,
    ctx: { sessionId: session.id, turnId },
    onOutcome: (outcome) => options.onConnectorCall?.(outcome),
  });
  local.hostWith(hosted.mcodeTools);
  return hosted;
}

export function gather(
  options: AssembleOptions,
  { local, artifacts }: Started,
  extended: Pick<GatherRequest, "goalTools" | "extensionTools">,
): Promise<Gathered> {
  const { host, workplace, model } = options;
  return gatherSources({
    localTools: createLocalTools(local.services),
    ...extended,
    servers: workplace.servers.servers,
    otherServers: Object.keys(workplace.loaded.config.connectors.servers),
    brokenServers: workplace.servers.broken,
    mcpLeftOut: workplace.noMcp,
    builtinMatrix: workplace.loaded.config.builtinMatrix,
    services: { artifacts, supportsImages: model.supports.image },
    workspace: workplace.workspace,
    environment: local.services.environments.helper,
    platform: host.platform,
    clientVersion: VERSION,
    timeoutMs: options.mcpTimeoutMs,
    signal: options.signal,
    elicit: elicitOrDecline(options.elicit, options),
    onPhase: options.onServer,
  });
}

export function permissionEngine(
  options: AssembleOptions,
  catalog: Catalog,
  started: Started,
): PermissionEngine {
  const { host, workplace, session, permission } = options;
  const { hosted, gathered } = started;
  const ofCatalog = toolFactsOf(catalog, gathered?.connections.servers ?? []);
  const runtimeFolder = hosted?.mcodeTools.folder;
  const configFile = workplace.loaded.path ?? workplace.dataDir.configFile;
  const names = catalog.tools.map(({ name }) => name);
  for (const warning of misspelledRules(permission.rules, names)) options.report(warning);
  return createPermissionEngine({
    places: {
      workspace: workplace.workspace,
      home: host.home,
      dataDir: workplace.dataDir.path,
      platform: host.platform,
      configFile,
      sessionDir: session.folder,
      skillDirs: skillFolders(started.local.services),
      ownDirs: runtimeFolder === undefined ? [] : [runtimeFolder],
    },
    mode: permission.mode,
    rules: permission.rules,
    toolFacts: (name) => ofCatalog(name) ?? hosted?.toolFacts(name),
    ask: options.ask,
    endTurn: options.endTurn,
    planFile: options.plan ? session.plan : undefined,
    shellName: async () => (await started.local.services.programs.shell())?.name,
    remember: async (rules) => {
      const { rememberRules } = await import("../permissions/remember.ts");
      await rememberRules(configFile, rules, host.platform);
    },
    report: options.report,
    mask: (text) => options.mask.mask(text),
  });
}

/** The third output gate of a turn; whether `read` can redeem its receipts is known once the catalog is. */
export interface OutputBudget {
  readonly gate: OutputGate;
  setRedeemable(hasRead: boolean): void;
}

export function outputBudget(options: AssembleOptions, artifacts: ArtifactStore): OutputBudget {
  const { maxInlineKiB, perTool } = options.workplace.loaded.config.toolResultCompaction;
  const gateFor = (hasRead: boolean) => budgetGate(artifacts, { maxInlineKiB, perTool, hasRead });
  let gate = gateFor(false);
  return {
    gate: (result, call) => gate(result, call),
    setRedeemable: (hasRead) => {
      gate = gateFor(hasRead);
    },
  };
}

/** Before the budget, on every result: secrets first, so that nothing is stored or cut in the middle of one. */
export function outputGates(options: AssembleOptions, artifacts: ArtifactStore): OutputGate[] {
  return [maskGate(options.mask), wrapperGate(artifacts)];
}
