import { describe, expect, test } from "bun:test";
import { assembleCatalog } from "../../src/catalog/assemble.ts";
import { localEntries } from "../../src/catalog/gather.ts";
import { lintCatalog } from "../../src/catalog/lint/lint.ts";
import { toProviderTools } from "../../src/catalog/provider-tools.ts";
import { PROVIDER_NAMES } from "../../src/catalog/providers/rule.ts";
import { mcpCatalogName } from "../../src/mcp/names.ts";
import { serverRuntimeTools } from "../../src/mcp/runtime-tools.ts";
import { facts } from "../support/catalog.ts";
import {
  callAsTool,
  connected,
  EVERYTHING,
  FILESYSTEM,
  MEMORY,
  memoryArtifacts,
  realServer,
} from "../support/mcp.ts";
import { workspace } from "../support/workspace.ts";

/** Published servers of different makers that start without credentials or network, and one tool of each. */
const SERVERS = [
  { name: "everything", entry: EVERYTHING, tool: "echo" },
  { name: "filesystem", entry: FILESYSTEM, tool: "read_text_file", args: ["."] },
  { name: "memory", entry: MEMORY, tool: "create_entities" },
  {
    name: "thinking",
    entry: "@modelcontextprotocol/server-sequential-thinking/dist/index.js",
    tool: "sequentialthinking",
  },
  { name: "time", entry: "time-mcp/dist/index.js", tool: "days_in_month" },
  { name: "tasks", entry: "@kazuph/mcp-taskmanager/dist/index.js", tool: "request_planning" },
  { name: "rip grep", entry: "mcp-ripgrep/dist/index.js", tool: "search" },
  { name: "commands", entry: "mcp-server-commands/build/index.js", tool: "run_command" },
  { name: "curl", entry: "@mcp-get-community/server-curl/dist/index.js", tool: "curl" },
] as const;

describe("nine published servers at once", () => {
  test("all are listed, named, accepted by every provider after mending, and end", async () => {
    using space = workspace();
    const entries = SERVERS.map(({ name, entry, ...more }) => ({
      ...realServer(name, entry, "args" in more ? more.args : []),
      env: { HOME: space.path, TASK_MANAGER_FILE_PATH: `${space.path}/tasks.json` },
    }));
    await using connections = await connected(entries, { workspace: space.path });
    expect(connections.servers.map(({ ok, diagnostics }) => (ok ? "ok" : diagnostics))).toEqual(
      SERVERS.map(() => "ok"),
    );
    for (const [index, { name, tool }] of SERVERS.entries()) {
      const names = connections.servers[index]?.tools.map((one) => one.name);
      expect(names, name).toContain(tool);
    }
    const services = { artifacts: memoryArtifacts(), supportsImages: true };
    const tools = connections.servers.flatMap((server) =>
      serverRuntimeTools(server, services).map(({ tool }) => tool),
    );
    expect(new Set(tools.map(({ def }) => def.name)).size).toBe(tools.length);
    expect(tools.map(({ def }) => def.name)).toContain(mcpCatalogName("rip grep", "search"));
    for (const provider of PROVIDER_NAMES) {
      expect(toProviderTools(provider, tools).tools).toHaveLength(tools.length);
    }
    const catalog = assembleCatalog(facts(), {
      local: localEntries(tools),
      mcp: [],
      goal: [],
      extensions: [],
      diagnostics: [],
    });
    const { findings } = lintCatalog(catalog, ["anthropic"]);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  }, 30_000);

  test("a tool of the time server answers through the whole way of a call", async () => {
    await using connections = await connected([realServer("time", "time-mcp/dist/index.js")]);
    const [server] = connections.servers;
    if (server === undefined) throw new Error("no server");
    expect((await callAsTool(server, "days_in_month", { date: "2024-02-03" })).text).toContain("29");
  });
});
