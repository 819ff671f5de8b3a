import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli, testHost } from "../support/cli.ts";
import { oddServer } from "../support/mcp.ts";
import { workspace } from "../support/workspace.ts";

function place(id: string, env: Readonly<Record<string, string>> = {}) {
  const space = workspace();
  const { command, args } = oddServer("plain", {}, id);
  const servers = { s: { command, args, env } };
  space.file("data/mcp.json", JSON.stringify({ mcpServers: servers }));
  let time = 1_000_000;
  const run = (...argv: string[]) => {
    const host = testHost({ cwd: space.path, home: space.path, now: () => time });
    return runCli(["catalog", ...argv, "--data-dir", "data"], host);
  };
  const folder = join(space.path, ".cache/turnkit/mcp-lists");
  const later = (milliseconds: number) => {
    time += milliseconds;
  };
  return { space, run, folder, later, [Symbol.dispose]: () => space[Symbol.dispose]() };
}

test("a plain listing fills the cache; --mcp-cache shows it with its age and starts nothing", async () => {
  using here = place("one");
  const missing = await here.run("--mcp-cache");
  expect(missing.exitCode).toBe(0);
  expect(missing.stderr).toContain("Its tools are not in the cache");
  expect(missing.stdout).not.toContain("mcp__s__search");
  const fresh = await here.run();
  here.later(5 * 60_000);
  const cached = await here.run("--mcp-cache");
  expect(cached.stdout).toBe(fresh.stdout);
  expect(cached.stderr).toBe("note: MCP tools as listed before: s 5 min old\n");
  // A server that cannot start any more is still shown from the cache.
  const gone = await here.run("--mcp-cache", "--format", "names");
  expect(gone.stdout).toContain("mcp__s__search");
});

test("--refresh renews what is stored", async () => {
  using here = place("one");
  await here.run();
  here.later(60_000);
  await here.run("--mcp-cache", "--refresh");
  expect((await here.run("--mcp-cache")).stderr).toContain("s 0 s old");
});

test("nothing of the server's command, arguments or secrets is stored, and only its owner may read it", async () => {
  using here = place("telling-argument", { API_KEY: "very-secret-value" });
  await here.run();
  const files = readdirSync(here.folder);
  expect(files.filter((file) => file.endsWith(".json"))).toHaveLength(1);
  for (const file of files) {
    const path = join(here.folder, file);
    const text = readFileSync(path, "latin1");
    for (const word of ["very-secret-value", "odd-server", "API_KEY", process.execPath]) {
      expect(text).not.toContain(word);
      expect(file).not.toContain(word);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
});

test("other arguments or another environment are another entry, and a broken file is no entry", async () => {
  using here = place("one");
  await here.run();
  const { command, args } = oddServer("plain", {}, "one");
  const write = (env: object) =>
    here.space.file("data/mcp.json", JSON.stringify({ mcpServers: { s: { command, args, env } } }));
  write({ REGION: "eu-west" });
  expect((await here.run("--mcp-cache")).stderr).toContain("not in the cache");
  write({});
  expect((await here.run("--mcp-cache")).stderr).toContain("as listed before");
  for (const file of readdirSync(here.folder)) {
    if (file.endsWith(".json")) writeFileSync(join(here.folder, file), "{");
  }
  expect((await here.run("--mcp-cache")).stderr).toContain("not in the cache");
});

const TOOL = { name: "search", description: "", inputSchema: { type: "object" }, annotations: {} };

test.each([
  ["cut short", '{"schemaVersion": 1, "tools": ['],
  ["empty", ""],
  ["another version", { schemaVersion: 2, storedAt: 1, tools: [TOOL] }],
  ["no time", { schemaVersion: 1, tools: [TOOL] }],
  ["no time that there is", { schemaVersion: 1, storedAt: 1e300, tools: [TOOL] }],
  ["no tool", { schemaVersion: 1, storedAt: 1, tools: [null] }],
  ["a tool without a name", { schemaVersion: 1, storedAt: 1, tools: [{ ...TOOL, name: 5 }] }],
  ["a tool without a schema", { schemaVersion: 1, storedAt: 1, tools: [{ ...TOOL, inputSchema: [] }] }],
  ["instructions of another kind", { schemaVersion: 1, storedAt: 1, tools: [TOOL], instructions: 5 }],
  ["a version of another kind", { schemaVersion: 1, storedAt: 1, tools: [TOOL], version: {} }],
])("a stored list that is spoilt (%s) counts as none, and the next listing renews it", async (_, content) => {
  using here = place("one");
  await here.run();
  const file = readdirSync(here.folder).find((name) => name.endsWith(".json")) ?? "";
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(join(here.folder, file), text);
  const { stderr, exitCode } = await here.run("--mcp-cache");
  expect({ stderr, exitCode }).toEqual({
    stderr: "warning: Its tools are not in the cache: list once without --mcp-cache, or with --refresh (s)\n",
    exitCode: 0,
  });
  await here.run();
  expect((await here.run("--mcp-cache")).stdout).toContain("mcp__s__search");
});
