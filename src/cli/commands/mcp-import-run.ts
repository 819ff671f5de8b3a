import { configFault } from "../../config/errors.ts";
import { type ImportedServer, importServers } from "../../config/mcp-import.ts";
import { expandPath } from "../../config/paths.ts";
import { readSource } from "../../config/source-text.ts";
import { texts as configTexts } from "../../config/texts.ts";
import type { RawMcpServer } from "../../config/types.ts";
import { jsonDocument } from "../../output/json.ts";
import { nearest } from "../../output/nearest.ts";
import { visible } from "../../output/visible.ts";
import type { CliContext } from "../context.ts";
import type { McpImportFlags } from "./mcp.ts";
import { changeMcpFile, usageFault } from "./mcp-target.ts";
import { mcpCommandTexts as texts } from "./mcp-texts.ts";

/** What became of one server. */
interface Row {
  readonly name: string;
  readonly outcome: "added" | "replaced" | "skipped";
  readonly notes: readonly string[];
}

export async function runMcpImport(this: CliContext, flags: McpImportFlags, from: string): Promise<void> {
  const { host } = this;
  const options = { role: configTexts.roles.imported, shown: from };
  const source = readSource(expandPath(from, host.cwd, host.home), options);
  if (source === undefined) throw configFault.sourceMissing(options.role, from, "FROM");
  const imported = chosen(await importServers(source), flags.only);
  let rows: readonly Row[] = [];
  const file = await changeMcpFile(host, flags, async ({ names }) => {
    rows = imported.map((server) => rowOf(server, names, flags.replace === true));
    return changesOf(imported, rows);
  });
  if (flags.json === true) host.stdout.write(jsonDocument({ schemaVersion: 1, file, servers: rows }));
  else {
    host.stdout.write(rows.map(rowLine).join(""));
    host.stdout.write(texts.imported(rows.filter(({ outcome }) => outcome !== "skipped").length, file));
  }
}

function chosen(servers: readonly ImportedServer[], only: readonly string[] | undefined) {
  if (only === undefined || only.length === 0) return servers;
  const names = servers.map(({ name }) => name);
  for (const name of only) {
    if (names.includes(name)) continue;
    const near = nearest(name, names);
    throw usageFault(texts.unknown(name), "--only", near.length === 0 ? undefined : texts.didYouMean(near));
  }
  return servers.filter(({ name }) => only.includes(name));
}

function rowOf({ name, server, notes }: ImportedServer, names: readonly string[], replace: boolean): Row {
  if (server === undefined) return { name, outcome: "skipped", notes };
  if (!names.includes(name)) return { name, outcome: "added", notes };
  if (replace) return { name, outcome: "replaced", notes };
  return { name, outcome: "skipped", notes: [texts.skippedExisting] };
}

function changesOf(servers: readonly ImportedServer[], rows: readonly Row[]): Record<string, RawMcpServer> {
  const changes: [string, RawMcpServer][] = servers.flatMap(({ name, server }, index) =>
    server === undefined || rows[index]?.outcome === "skipped" ? [] : [[name, server] as const],
  ) as [string, RawMcpServer][];
  return Object.fromEntries(changes);
}

function rowLine({ name, outcome, notes }: Row): string {
  return [`${outcome} ${visible(name)}\n`, ...notes.map((note) => `  ${visible(note)}\n`)].join("");
}
