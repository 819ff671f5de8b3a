import { resolve } from "node:path";
import { assembleCatalog } from "../../catalog/assemble.ts";
import { catalogFacts, toolsDisabled } from "../../catalog/facts.ts";
import { type Gathered, gatherSources } from "../../catalog/gather.ts";
import type { Catalog, CatalogFacts } from "../../catalog/types.ts";
import { type DataDir, resolveDataDir } from "../../config/data-dir.ts";
import { type Host, onTerminal } from "../../config/host.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Config, LoadedMcpServers } from "../../config/types.ts";
import { VERSION } from "../../config/version.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { SecretMask } from "../../output/secrets.ts";
import { createLocalTools } from "../../tools/registry.ts";
import type { CatalogFlags } from "./catalog-flags.ts";
import { listingServices } from "./listing-services.ts";
import { modelFacts } from "./model-facts.ts";

/** A catalog assembled for looking at: its servers have ended, its tools cannot be called. */
export interface ListedCatalog {
  readonly catalog: Catalog;
  readonly config: Config;
  /** Everything shown goes through it: values of servers' `env` and headers must not. */
  readonly mask: SecretMask;
}

/** Loads the configuration, starts and lists the servers, assembles the catalog, and ends the servers. */
export async function listCatalog(host: Host, flags: CatalogFlags): Promise<ListedCatalog> {
  const dataDir = resolveDataDir(host, flags.dataDir);
  const loaded = await loadConfig(host, dataDir, { file: flags.config, strict: flags.strictConfig });
  const { config } = loaded;
  const facts = catalogFacts(config, {
    role: flags.role,
    surface: flags.surface,
    host: flags.host,
    model: await modelFacts(config, flags),
    computerUse: flags.computerUse,
    plan: flags.plan,
    goal: flags.goal,
    disabled: toolsDisabled(host.env),
  });
  const servers = await serversOf(host, dataDir, flags, facts);
  const gathered = await gather({ host, flags, facts, servers, builtinMatrix: config.builtinMatrix });
  await gathered.close();
  const before: readonly Diagnostic[] = [...loaded.diagnostics, ...servers.diagnostics];
  const diagnostics = [...before, ...gathered.sources.diagnostics];
  const mask = new SecretMask();
  for (const { name, value } of servers.secrets) mask.add(name, value);
  return { catalog: assembleCatalog(facts, { ...gathered.sources, diagnostics }), config, mask };
}

const NO_SERVERS: LoadedMcpServers = { servers: [], diagnostics: [], secrets: [], files: [] };

async function serversOf(
  host: Host,
  dataDir: DataDir,
  flags: CatalogFlags,
  facts: CatalogFacts,
): Promise<LoadedMcpServers> {
  if (flags.noMcp === true || facts.disabled) return NO_SERVERS;
  const workspace = workspaceOf(host, flags);
  const { loadMcpServers } = await import("../../config/mcp-servers.ts");
  return loadMcpServers(host, {
    dataDir,
    workspace,
    files: flags.mcpConfig,
    trustProject: flags.trustProject,
  });
}

interface Gathering {
  readonly host: Host;
  readonly flags: CatalogFlags;
  readonly facts: CatalogFacts;
  readonly servers: LoadedMcpServers;
  readonly builtinMatrix: string | undefined;
}

async function gather({ host, flags, facts, servers, builtinMatrix }: Gathering): Promise<Gathered> {
  const workspace = workspaceOf(host, flags);
  const services = listingServices(host, workspace, facts.model);
  const started = servers.servers.length > 0;
  const progress = started && onTerminal(host) && flags.quiet !== true;
  return gatherSources({
    localTools: createLocalTools(services),
    servers: servers.servers,
    builtinMatrix,
    services: { artifacts: services.artifacts, supportsImages: facts.model.supports.image },
    workspace,
    environment: host.env,
    platform: host.platform,
    clientVersion: VERSION,
    timeoutMs: flags.mcpTimeout === undefined ? undefined : flags.mcpTimeout * 1000,
    // Asking for the signal installs handlers: only where there is something to clean up.
    signal: started ? host.signal : undefined,
    onPhase: progress ? (server, phase) => host.stderr.write(`${server}: ${phase}\n`) : undefined,
  });
}

function workspaceOf(host: Host, { workspace }: CatalogFlags): string {
  return workspace === undefined ? host.cwd : resolve(host.cwd, workspace);
}
