import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { DEFAULT_CONFIG } from "../../config/defaults.ts";
import { loadConfig } from "../../config/load-config.ts";
import { loadConnectorServers, loadMcpServers } from "../../config/mcp-servers.ts";
import { findOnPath } from "../../config/programs.ts";
import type { LoadedConfig, McpServerEntry } from "../../config/types.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { type Fault, isFault } from "../../output/fault.ts";
import { SecretMask } from "../../output/secrets.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { doctorTexts as texts } from "./texts.ts";
import { type Check, type Examined, failed, ok, warning } from "./types.ts";

/** Reads the configuration; its faults are checks here, and the defaults stand in for it. */
export async function checkConfigFile(
  { host, dataDir }: Pick<Examined, "host" | "dataDir">,
  flags: GlobalFlags,
): Promise<{ readonly loaded: LoadedConfig; readonly checks: readonly Check[] }> {
  try {
    const options = { file: flags.config, strict: flags.strictConfig };
    const loaded = await loadConfig(host, dataDir, options);
    const checks = told("config", loaded.diagnostics);
    if (checks.length > 0) return { loaded, checks };
    const found =
      loaded.path === undefined ? texts.configDefaults(dataDir.configFile) : texts.configRead(loaded.path);
    return { loaded, checks: [ok("config", found)] };
  } catch (error) {
    if (!isFault(error)) throw error;
    const loaded = { config: DEFAULT_CONFIG, diagnostics: [], where: () => dataDir.configFile };
    return { loaded, checks: faults("config", error) };
  }
}

/** Reads the files of MCP servers and connectors, and looks for the programs they start; starts none. */
export async function checkServerFiles(examined: Examined): Promise<readonly Check[]> {
  const { host, dataDir, workspace, loaded } = examined;
  try {
    const read = await loadMcpServers(host, { dataDir, workspace });
    const connectors = loadConnectorServers(host, loaded, { workspace });
    const servers = [...read.servers, ...connectors.servers];
    const mask = new SecretMask();
    for (const { name, value } of [...read.secrets, ...connectors.secrets]) mask.add(name, value);
    const checks = [
      ...told("mcp", [...read.diagnostics, ...connectors.diagnostics]),
      ...servers.flatMap((server) => missingProgram(server, examined)),
    ];
    if (checks.length > 0) return mask.maskDeep(checks);
    return [
      ok(
        "mcp",
        servers.length === 0 ? texts.serversNone : texts.serversRead(servers.length, read.files.length),
      ),
    ];
  } catch (error) {
    if (!isFault(error)) throw error;
    return faults("mcp", error);
  }
}

function missingProgram(server: McpServerEntry, { host }: Examined): Check[] {
  if (server.transport !== "stdio") return [];
  const { name, command } = server;
  const there = isAbsolute(command)
    ? statSync(command, { throwIfNoEntry: false })?.isFile() === true
    : /[/\\]/u.test(command) || findOnPath(command, host, [".exe", ".com", ".cmd", ".bat"]) !== undefined;
  return there ? [] : [failed("mcp", texts.serverCommand(name, command), texts.serverCommandFix)];
}

function told(check: string, diagnostics: readonly Diagnostic[]): Check[] {
  return diagnostics
    .filter(({ severity }) => severity !== "info")
    .map(({ severity, message, where }) => {
      const found = where === undefined ? message : `${message} (${where})`;
      return severity === "error" ? failed(check, found) : warning(check, found);
    });
}

function faults(check: string, fault: Fault): Check[] {
  const all = [{ what: fault.message, where: fault.where, hint: fault.hint }, ...fault.others];
  return all.map(({ what, where, hint }) =>
    failed(check, where === undefined ? what : `${what} (${where})`, hint),
  );
}
