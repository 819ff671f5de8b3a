import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../output/diagnostic.ts";
import type { DataDir } from "./data-dir.ts";
import { configFault } from "./errors.ts";
import type { Host } from "./host.ts";
import { resolveServer } from "./mcp-entry.ts";
import { type McpFile, readMcpFile, type WrittenServer } from "./mcp-file.ts";
import { mcpTexts } from "./mcp-texts.ts";
import { expandPath } from "./paths.ts";
import type { LoadedConfig, LoadedMcpServers, McpServerEntry, SecretValue } from "./types.ts";

type Place = Pick<Host, "env" | "cwd" | "home">;

export interface LoadMcpOptions {
  readonly dataDir: DataDir;
  /** Absolute. */
  readonly workspace: string;
  /** `--mcp-config FILE`, each of which must exist. */
  readonly files?: readonly string[];
  /** Reads the workspace's `.mcp.json`, which starts programs. */
  readonly trustProject?: boolean;
}

/**
 * The MCP servers of this run: mcp.json of the data dir, then each `--mcp-config`, then with trust the project's
 * `.mcp.json`. Of one name the last `--mcp-config` counts, then the data dir, then the project, and that is
 * told. Without a file nothing is loaded.
 * @throws Fault, exit 2, with positions, for a file that cannot be read or is no JSON; a fault of one server
 * is a diagnostic.
 */
export async function loadMcpServers(host: Place, options: LoadMcpOptions): Promise<LoadedMcpServers> {
  const files: McpFile[] = [];
  const { dataDir, workspace } = options;
  const own = await readMcpFile(dataDir.mcpFile, { file: dataDir.mcpFile, scope: "data-dir" });
  if (own !== undefined) files.push(own);
  for (const shown of options.files ?? []) {
    if (shown.trim() === "") throw configFault.emptyFlag("--mcp-config");
    const path = expandPath(shown, host.cwd, host.home);
    const read = await readMcpFile(path, { file: path, scope: "flag" }, shown);
    if (read === undefined) throw configFault.mcpFileMissing(shown);
    files.push(read);
  }
  const projectFile = join(workspace, ".mcp.json");
  const diagnostics: Diagnostic[] = [];
  if (options.trustProject) {
    const project = await readMcpFile(projectFile, { file: projectFile, scope: "project" });
    if (project !== undefined) files.push(project);
  } else if (existsSync(projectFile)) diagnostics.push(untrusted(projectFile));
  return combine(files, diagnostics, { ...host, workspace });
}

/** The servers of `connectors.servers` in config.yaml, ready to be started. */
export function loadConnectorServers(
  host: Place,
  loaded: LoadedConfig,
  options: { readonly workspace: string },
): LoadedMcpServers {
  const file = loaded.path ?? "";
  const resolved = Object.entries(loaded.config.connectors.servers)
    .filter(([, raw]) => raw.disabled !== true)
    .map(([name, raw]) =>
      resolveServer(name, raw, {
        ...host,
        workspace: options.workspace,
        origin: { file, scope: "connectors" },
        where: (path) => loaded.where(["connectors", "servers", name, ...path]),
      }),
    );
  return {
    servers: resolved.flatMap(({ entry }) => entry ?? []),
    diagnostics: resolved.flatMap((server) => server.diagnostics),
    secrets: resolved.flatMap((server) => server.secrets),
    files: loaded.path === undefined ? [] : [loaded.path],
  };
}

function combine(
  files: readonly McpFile[],
  before: readonly Diagnostic[],
  place: Place & { readonly workspace: string },
): LoadedMcpServers {
  const winners = winnersOf(files);
  const servers: McpServerEntry[] = [];
  const secrets: SecretValue[] = [];
  const broken: string[] = [];
  const diagnostics = [...before];
  for (const file of files) {
    diagnostics.push(...file.diagnostics);
    for (const server of file.servers) {
      const winner = winners.get(server.name);
      if (winner !== undefined && winner !== server) {
        diagnostics.push(
          note("warning", "mcp_server_duplicate", server, mcpTexts.duplicate(server.name, winner.where([]))),
        );
        continue;
      }
      const { raw } = server;
      if (raw === undefined) {
        broken.push(server.name);
        continue;
      }
      if (raw.disabled === true) {
        diagnostics.push(note("info", "mcp_server_disabled", server, mcpTexts.disabled(server.name)));
        continue;
      }
      const resolved = resolveServer(server.name, raw, {
        ...place,
        origin: server.origin,
        where: server.where,
      });
      if (resolved.entry === undefined) broken.push(server.name);
      else servers.push(resolved.entry);
      diagnostics.push(...resolved.diagnostics);
      secrets.push(...resolved.secrets);
    }
  }
  diagnostics.push(...alike(servers));
  return { servers, broken, diagnostics, secrets, files: files.map(({ path }) => path) };
}

/** A server with a fault keeps its name: falling back to another file's would start something else in silence. */
function winnersOf(files: readonly McpFile[]): Map<string, WrittenServer> {
  const weight = { project: 0, "data-dir": 1, flag: 2, connectors: 2 };
  const winners = new Map<string, WrittenServer>();
  for (const server of files.flatMap((file) => file.servers)) {
    const current = winners.get(server.name);
    if (current === undefined || weight[server.origin.scope] >= weight[current.origin.scope]) {
      winners.set(server.name, server);
    }
  }
  return winners;
}

function alike(servers: readonly McpServerEntry[]): Diagnostic[] {
  const seen = new Map<string, string>();
  return servers.flatMap((server): Diagnostic[] => {
    const folded = server.name.trim().normalize("NFKC").toLocaleLowerCase("en-US");
    const first = seen.get(folded);
    seen.set(folded, server.name);
    if (first === undefined) return [];
    const message = mcpTexts.alike(first, server.name);
    return [{ severity: "warning", code: "mcp_servers_alike", message, where: server.where }];
  });
}

function note(
  severity: "warning" | "info",
  code: string,
  server: WrittenServer,
  message: string,
): Diagnostic {
  return { severity, code, message, where: server.where([]) };
}

function untrusted(where: string): Diagnostic {
  return { severity: "info", code: "mcp_project_untrusted", message: mcpTexts.untrustedProject, where };
}
