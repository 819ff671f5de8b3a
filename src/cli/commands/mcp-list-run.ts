import { resolveDataDir } from "../../config/data-dir.ts";
import { loadMcpServers } from "../../config/mcp-servers.ts";
import { expandPath } from "../../config/paths.ts";
import type { LoadedMcpServers, McpServerEntry } from "../../config/types.ts";
import { jsonDocument } from "../../output/json.ts";
import { SecretMask } from "../../output/secrets.ts";
import { renderTable } from "../../output/table.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { McpListFlags } from "./mcp.ts";
import { mcpFileOf } from "./mcp-target.ts";
import { mcpCommandTexts as texts } from "./mcp-texts.ts";

export async function runMcpList(this: CliContext, flags: McpListFlags): Promise<void> {
  const { host } = this;
  const dataDir = resolveDataDir(host, flags.dataDir);
  const workspace = expandPath(flags.workspace ?? ".", host.cwd, host.home);
  const file = mcpFileOf(host, flags);
  const loaded = await loadMcpServers(host, {
    dataDir: { ...dataDir, mcpFile: file },
    workspace,
    trustProject: flags.trustProject,
  });
  const mask = new SecretMask();
  for (const { name, value } of loaded.secrets) mask.add(name, value);
  if (flags.json === true) {
    host.stdout.write(jsonDocument(mask.maskDeep(document(loaded))));
    return;
  }
  writeDiagnostics(host, mask.maskDeep(loaded.diagnostics), flags);
  host.stdout.write(mask.mask(await table(loaded, file, host.stdout.columns)));
}

function document({ servers, diagnostics }: LoadedMcpServers) {
  return {
    schemaVersion: 1,
    servers: servers.map((server) => ({
      name: server.name,
      transport: server.transport,
      ...(server.transport === "stdio"
        ? { command: server.command, args: server.args, env: Object.keys(server.env), cwd: server.cwd }
        : { url: server.url, headers: Object.keys(server.headers) }),
      timeoutMs: server.timeoutMs,
      trustAnnotations: server.trustAnnotations,
      where: server.where,
    })),
    diagnostics,
  };
}

async function table(
  { servers }: LoadedMcpServers,
  file: string,
  width: number | undefined,
): Promise<string> {
  if (servers.length === 0) return texts.none(file);
  return renderTable({
    columns: [
      { header: "SERVER" },
      { header: "TRANSPORT" },
      { header: "TARGET", shrink: true },
      { header: "FROM", shrink: true },
    ],
    rows: servers.map((server) => [server.name, server.transport, targetOf(server), server.where]),
    width,
  });
}

function targetOf(server: McpServerEntry): string {
  return server.transport === "stdio" ? [server.command, ...server.args].join(" ") : server.url;
}
