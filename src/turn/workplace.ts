import { statSync } from "node:fs";
import { type DataDir, resolveDataDir } from "../config/data-dir.ts";
import { credentialNames } from "../config/environment-names.ts";
import type { Host } from "../config/host.ts";
import { loadConfig } from "../config/load-config.ts";
import { expandPath } from "../config/paths.ts";
import type { LoadedConfig, LoadedMcpServers, SecretValue } from "../config/types.ts";
import { searchSettings } from "../tools/web-search/settings.ts";

/** What the command line says about where things are; all as typed. */
export interface WorkplaceFlags {
  readonly config?: string;
  readonly strictConfig?: boolean;
  readonly dataDir?: string;
  readonly workspace?: string;
  readonly mcpConfig?: readonly string[];
  readonly noMcp?: boolean;
  readonly trustProject?: boolean;
}

/** Where a turn or a call happens, and by which configuration. Nothing has been started or made. */
export interface Workplace {
  readonly dataDir: DataDir;
  readonly loaded: LoadedConfig;
  /** Absolute; an existing folder. */
  readonly workspace: string;
  readonly servers: LoadedMcpServers;
  /** Values that must show nowhere: of servers, the key of web_search, what the configuration names as a key. */
  readonly secrets: readonly SecretValue[];
  /** `--trust-project`: the workspace's own servers and skills count. */
  readonly trustProject?: boolean;
  /** `--no-mcp`: what servers there are was not looked at. */
  readonly noMcp?: boolean;
}

const NO_SERVERS: LoadedMcpServers = { servers: [], diagnostics: [], secrets: [], files: [] };

/**
 * Finds data dir and workspace, reads the configuration and the MCP server files.
 * @throws Fault (exit 2) for a workspace that is no folder and for every fault of those files.
 */
export async function openWorkplace(host: Host, flags: WorkplaceFlags): Promise<Workplace> {
  const dataDir = resolveDataDir(host, flags.dataDir);
  const workspace =
    flags.workspace === undefined ? host.cwd : expandPath(flags.workspace, host.cwd, host.home);
  await checkWorkspace(workspace);
  const loaded = await loadConfig(host, dataDir, { file: flags.config, strict: flags.strictConfig });
  await checkRules(loaded);
  const servers = flags.noMcp ? NO_SERVERS : await serversOf(host, flags, { dataDir, workspace });
  const secrets = [...servers.secrets, ...searchKey(loaded, host), ...namedSecrets(loaded, host)];
  return {
    dataDir,
    loaded,
    workspace,
    servers,
    secrets,
    trustProject: flags.trustProject,
    noMcp: flags.noMcp,
  };
}

/** @throws Fault `workspace_missing` (exit 2) when there is no folder at the absolute path. */
export async function checkWorkspace(path: string): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const { turnFault } = await import("./errors.ts");
  throw turnFault.noWorkspace(path);
}

/** Loaded with it: `--no-mcp` needs nothing of servers. */
async function serversOf(
  host: Host,
  { mcpConfig, trustProject }: WorkplaceFlags,
  place: Pick<Workplace, "dataDir" | "workspace">,
): Promise<LoadedMcpServers> {
  const { loadMcpServers } = await import("../config/mcp-servers.ts");
  const files = mcpConfig === undefined ? undefined : [...mcpConfig];
  return loadMcpServers(host, { ...place, files, trustProject });
}

/** Also where no rule will be asked: a limit that cannot be read stops every command (00-product). */
async function checkRules({ config, where }: LoadedConfig): Promise<void> {
  const { allow, deny } = config.permissions;
  if (allow.length + deny.length === 0) return;
  const { checkConfiguredRules } = await import("../permissions/settings.ts");
  checkConfiguredRules(config.permissions, where);
}

function namedSecrets({ config }: LoadedConfig, host: Host): SecretValue[] {
  return credentialNames(config).flatMap((name) => {
    const value = host.env[name];
    return value === undefined ? [] : [{ name, value }];
  });
}

function searchKey({ config }: LoadedConfig, host: Host): SecretValue[] {
  const { provider, apiKey, apiKeyEnv = provider } = searchSettings(config.tools.webSearch, host) ?? {};
  return apiKey === undefined || apiKeyEnv === undefined ? [] : [{ name: apiKeyEnv, value: apiKey }];
}
