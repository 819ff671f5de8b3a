import { join } from "node:path";
import { assembleFrom } from "../../catalog/assemble-from.ts";
import { catalogFault } from "../../catalog/errors.ts";
import { extensionSources } from "../../catalog/extension-sources.ts";
import { catalogFacts, toolsDisabled } from "../../catalog/facts.ts";
import { gatherSources } from "../../catalog/gather.ts";
import { listedTools } from "../../catalog/snapshot/listed-tools.ts";
import { countedCatalog } from "../../catalog/tokenizer.ts";
import type { Catalog, CatalogFacts } from "../../catalog/types.ts";
import { withNotices } from "../../catalog/with-notices.ts";
import { type Host, onTerminal } from "../../config/host.ts";
import { VERSION } from "../../config/version.ts";
import type { ServerConnection } from "../../mcp/types.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { SecretMask } from "../../output/secrets.ts";
import { visible } from "../../output/visible.ts";
import type { LocalAdapters } from "../../tools/services.ts";
import { listedDelegation } from "../../turn/child-agents.ts";
import { turnEnvironments } from "../../turn/environments.ts";
import { localAdapters } from "../../turn/local-adapters.ts";
import { openWorkplace, type Workplace } from "../../turn/workplace.ts";
import { agentFacts } from "./agent-facts.ts";
import type { CatalogFlags } from "./catalog-flags.ts";
import { modelFacts } from "./model-facts.ts";
import { NO_ARTIFACTS } from "./no-artifacts.ts";
import { ownExtensions } from "./own-extensions.ts";

/** A catalog assembled for looking at: its servers have ended, its tools cannot be called. */
export interface ListedCatalog {
  readonly catalog: Catalog;
  /** As they were; failed ones too. */
  readonly servers: readonly ServerConnection[];
  readonly workplace: Workplace;
  /** Everything shown goes through it: values of servers' `env` and headers must not. */
  readonly mask: SecretMask;
}

/** Loads the configuration, starts and lists the servers, assembles the catalog, and ends the servers. */
export async function listCatalog(host: Host, flags: CatalogFlags): Promise<ListedCatalog> {
  const disabled = toolsDisabled(host.env);
  const workplace = await openWorkplace(host, disabled ? { ...flags, noMcp: true } : flags);
  const { config, diagnostics: configured } = workplace.loaded;
  const agent = await agentFacts(host, workplace.dataDir, flags);
  const facts = catalogFacts(config, {
    ...agent.facts,
    surface: flags.surface,
    host: flags.host,
    model: await modelFacts(config, { ...flags, model: flags.model ?? agent.model }),
    computerUse: flags.computerUse,
    plan: flags.plan,
    goal: flags.goal,
    disabled,
  });
  const { sources, servers } = await gather(host, flags, { workplace, facts });
  const diagnostics = [
    ...configured,
    ...agent.diagnostics,
    ...workplace.servers.diagnostics,
    ...sources.diagnostics,
  ];
  const mask = new SecretMask();
  for (const { name, value } of workplace.secrets) mask.add(name, value);
  const search = sources.mcp.length === 0 ? undefined : await import("../../catalog/search-entries.ts");
  const noticed = await withNotices(facts, { ...sources, diagnostics });
  const estimated = assembleFrom(facts, noticed, search);
  const catalog = await countedCatalog(estimated, flags.tokenizer ?? "estimate");
  return { catalog, servers, workplace, mask };
}

/** Servers whose tools nobody looked at: they did not answer, or could not even be started. */
export function silentServers({
  servers,
  workplace,
}: Pick<ListedCatalog, "servers" | "workplace">): readonly string[] {
  const silent = servers.filter(({ ok }) => !ok).map(({ entry }) => entry.name);
  return [...silent, ...(workplace.servers.broken ?? [])];
}

interface Place {
  readonly workplace: Workplace;
  readonly facts: CatalogFacts;
}

async function gather(host: Host, flags: CatalogFlags, { workplace, facts }: Place) {
  const { config } = workplace.loaded;
  const { workspace, servers } = workplace;
  const reported: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => reported.push(diagnostic);
  const adapters = await localAdapters({
    host,
    workplace,
    skillNames: facts.profile?.selection.skills,
    skillPlaces: facts.profile?.selection.places?.skills,
    delegation: await listedDelegation(workplace.dataDir),
    report,
  });
  const environments = turnEnvironments(host, config);
  for (const diagnostic of environments.diagnostics) report(diagnostic);
  const own = await ownExtensions(host, flags);
  const goal = facts.goal ? { text: "", completed: false } : undefined;
  const { set: _set, ...extended } = await extensionSources({ facts, workspace, goal, own });
  const started = servers.servers.length > 0;
  const use = flags.mcpCache === true && flags.refresh !== true;
  const lists = started ? { cache: await listCache(host), use, now: host.now() } : undefined;
  const progress = started && onTerminal(host) && flags.quiet !== true;
  // Asking for the signal installs handlers: only where there is something to clean up.
  const signal = started && !use ? host.signal : undefined;
  const gathered = await gatherSources({
    localTools: await listedTools({ ...adapters, platform: host.platform, tasks: true }, () =>
      registryTools(host, { workplace, facts }, adapters),
    ),
    ...extended,
    servers: servers.servers,
    otherServers: Object.keys(config.connectors.servers),
    brokenServers: servers.broken,
    mcpLeftOut: workplace.noMcp,
    builtinMatrix: config.builtinMatrix,
    services: { artifacts: NO_ARTIFACTS, supportsImages: facts.model.supports.image },
    workspace,
    get environment() {
      return environments.helper;
    },
    platform: host.platform,
    clientVersion: VERSION,
    lists,
    timeoutMs: flags.mcpTimeout === undefined ? undefined : flags.mcpTimeout * 1000,
    signal,
    onPhase: progress ? (server, phase) => host.stderr.write(`${server}: ${phase}\n`) : undefined,
  });
  await gathered.close();
  // A part of the catalog must not pass for the whole of it.
  if (signal?.aborted === true) throw catalogFault.listingStopped();
  if (use && flags.quiet !== true) tellAges(host, gathered.connections.servers);
  const diagnostics = [...reported, ...gathered.sources.diagnostics];
  return { sources: { ...gathered.sources, diagnostics }, servers: gathered.connections.servers };
}

/** The tools as a turn makes them; nothing of them is started. */
async function registryTools(host: Host, { workplace, facts }: Place, adapters: LocalAdapters) {
  const [{ createLocalServices }, { createLocalTools }] = await Promise.all([
    import("../../turn/local-services.ts"),
    import("../../tools/registry.ts"),
  ]);
  const { services } = await createLocalServices({
    host,
    config: workplace.loaded.config,
    workspace: workplace.workspace,
    model: facts.model,
    artifacts: NO_ARTIFACTS,
    handOver: false,
    adapters,
    // Told already.
    report: () => {},
  });
  return createLocalTools(services);
}

async function listCache(host: Host) {
  const { createListCache } = await import("../../mcp/list-cache.ts");
  const { cacheDir } = await import("../../config/cache-dir.ts");
  return createListCache(join(cacheDir(host), "mcp-lists"));
}

/** A list that is not fresh is shown with its age. */
function tellAges(host: Host, servers: readonly ServerConnection[]): void {
  const ages = servers.flatMap(({ entry, cachedAt }) =>
    cachedAt === undefined ? [] : [`${visible(entry.name)} ${ageWords(host.now() - cachedAt)} old`],
  );
  if (ages.length > 0) host.stderr.write(`note: MCP tools as listed before: ${ages.join(", ")}\n`);
}

function ageWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}
