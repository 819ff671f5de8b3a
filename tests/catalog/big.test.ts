import { describe, expect, test } from "bun:test";
import { runCli, testHost } from "../support/cli.ts";
import { oddServer } from "../support/mcp.ts";
import { workspace } from "../support/workspace.ts";

/** One listing, then everything else from the cache. */
async function place(mode: string) {
  const space = workspace();
  const { command, args } = oddServer(mode);
  space.file("data/mcp.json", JSON.stringify({ mcpServers: { s: { command, args } } }));
  const run = (...argv: string[]) =>
    runCli(["catalog", ...argv, "--data-dir", "data"], testHost({ cwd: space.path, home: space.path }));
  expect((await run("--format", "names")).exitCode).toBe(0);
  return {
    run: (...argv: string[]) => run(...argv, "--mcp-cache", "--quiet"),
    [Symbol.dispose]: () => space[Symbol.dispose](),
  };
}

describe("a schema of 5 MB", () => {
  test("is listed, checked, pinned, searched and shown, and costs nobody else", async () => {
    using here = await place("huge-schema");
    const json = await here.run("--format", "json");
    const huge = JSON.parse(json.stdout).tools.find(({ name }: { name: string }) => name === "mcp__s__huge");
    expect(huge.estimatedTokens).toBeGreaterThan(1_000_000);
    expect((await here.run("lint", "--provider", "openai")).exitCode).toBe(0);
    expect((await here.run("lock")).exitCode).toBe(0);
    expect((await here.run("check")).exitCode).toBe(0);
    expect((await here.run("search", "huge")).stdout).toContain("mcp__s__huge");
    expect((await here.run("--format", "html")).stdout.length).toBeGreaterThan(4_500_000);
    expect((await here.run("--format", "anthropic")).stdout).toContain("mcp__s__small");
  }, 30_000);
});

describe("2,000 tools of one server, each with a recursive reference", () => {
  test("are listed, checked and pinned", async () => {
    using here = await place("many-tools");
    expect((await here.run("--format", "names")).stdout).toContain("mcp__s__tool_1999\n");
    const lint = await here.run("lint", "--provider", "openai", "--format", "json");
    const rules = new Set(JSON.parse(lint.stdout).findings.map(({ rule }: { rule: string }) => rule));
    expect([...rules]).toEqual(["tool-count"]);
    expect((await here.run("lock")).exitCode).toBe(0);
    expect((await here.run("check")).exitCode).toBe(0);
    expect((await here.run("search", "tool_77")).stdout).toContain("mcp__s__tool_77");
  }, 30_000);
});
