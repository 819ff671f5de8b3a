import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { turnkit } from "../support/binary.ts";
import { workspace } from "../support/workspace.ts";

const SEVEN = ["bash", "edit", "glob", "grep", "read", "todowrite", "write"];

test("the tour uses each of the seven tools and an MCP server, and all of it holds", async () => {
  using work = workspace();
  using home = workspace();
  using temporary = workspace();
  const env = { HOME: home.path, TMPDIR: temporary.path };
  const ran = await turnkit(["run-turn", "--demo", "--json"], { cwd: work.path, env });
  const document = JSON.parse(ran.stdout);
  expect(document.expectations.failures).toEqual([]);
  const tools = new Set(document.calls.map((call: { tool: string }) => call.tool));
  expect([...SEVEN, "mcp__harbour__rules"].filter((name) => !tools.has(name))).toEqual([]);
  expect(ran.exitCode).toBe(0);
  expect(readdirSync(work.path)).toEqual([]);
  expect(readdirSync(temporary.path)).toEqual([]);
  expect(readdirSync(home.path)).not.toContain(".minimax");
});

test("as text the tour says on stdout what it shows", async () => {
  using work = workspace({ "bunfig.toml": 'preload = ["./no.ts"]\n', ".env": "HOME=/nowhere\n" });
  using home = workspace();
  const ran = await turnkit(["run-turn", "--demo"], { cwd: work.path, env: { HOME: home.path } });
  expect(ran.stdout).toStartWith("A tour of turnkit");
  expect(ran.stdout).toContain("> mcp__harbour__rules");
  expect(ran.stdout).toContain("expectations held, nothing is left behind.");
  expect(ran.stderr).toBe("");
  expect(ran.exitCode).toBe(0);
});
