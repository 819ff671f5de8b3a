/** Time of a permission verdict. `bun bench/permissions/run.ts` */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PermissionMode } from "../../src/config/types.ts";
import { createPermissionEngine, type PermissionEngine } from "../../src/permissions/engine.ts";
import { readRule } from "../../src/permissions/rules/parse.ts";
import type { PermissionCall } from "../../src/permissions/types.ts";

const KILOBYTE = `git status --short && git diff ${"--stat src/some/file.ts ".repeat(45)}`
  .slice(0, 1024)
  .trimEnd();
const PIPES =
  `cat a.txt | grep -n "x y" | sort | ${"uniq -c | sort -rn | ".repeat(45)}head -3`.slice(0, 1024 - 10) +
  "| head";
const RULES = {
  allow: ["git status*", "git diff*", "cat *", "grep *", "sort*", "uniq*", "head*"],
  deny: ["rm*"],
};

const root = mkdtempSync(join(tmpdir(), "turnkit-bench-"));
const workspace = join(root, "some/where/project");
mkdirSync(join(workspace, "src/deep/er"), { recursive: true });
writeFileSync(join(workspace, "src/deep/er/a.ts"), "");

function engine(mode: PermissionMode, rules: { allow: string[]; deny: string[] }): PermissionEngine {
  const parse = (list: string[]) => list.flatMap((text) => [readRule(text)].filter((rule) => "kind" in rule));
  const places = { workspace, home: root, dataDir: join(root, ".minimax"), platform: process.platform };
  return createPermissionEngine({
    places,
    mode,
    rules: { allow: parse(rules.allow), deny: parse(rules.deny) },
  });
}

/** Median of many rounds, in microseconds. */
async function median(judge: PermissionEngine, call: PermissionCall, rounds: number): Promise<number> {
  for (let warm = 0; warm < rounds / 5; warm++) await judge.verdict(call);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await judge.verdict(call);
    times.push((performance.now() - start) * 1000);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

const bashRules = {
  allow: RULES.allow.map((rule) => `bash(${rule})`),
  deny: RULES.deny.map((rule) => `bash(${rule})`),
};
const pathRules = { allow: ["edit(src/**)", "mcp__github__*"], deny: ["write(secret/**)", "server/tool*"] };
const path = "src/deep/er/a.ts";

try {
  console.log("| verdict | time | limit |\n|---|---|---|");
  const plain = engine("ask", pathRules);
  const calls: [string, PermissionCall][] = [
    ["MCP tool", { name: "mcp__github__create_issue", input: {}, source: "configured" }],
    ["read", { name: "read", input: { path } }],
    ["edit", { name: "edit", input: { file_path: path, old_string: "a", new_string: "b" } }],
    ["grep", { name: "grep", input: { pattern: "x" } }],
    ["bash without bash rules", { name: "bash", input: { command: KILOBYTE } }],
  ];
  for (const [name, call] of calls)
    console.log(`| ${name} | ${(await median(plain, call, 5000)).toFixed(1)} µs | 50 µs |`);
  const shell = engine("read-only", bashRules);
  const started = performance.now();
  await shell.verdict({ name: "bash", input: { command: "git status" } });
  console.log(`| bash, first one (loads the parser) | ${(performance.now() - started).toFixed(0)} ms | |`);
  for (const [name, command] of [
    ["two commands", KILOBYTE],
    ["a pipeline of about a hundred", PIPES],
  ] as const) {
    const time = await median(shell, { name: "bash", input: { command } }, 2000);
    console.log(`| bash, 1 KB, ${name} | ${time.toFixed(0)} µs | 1000 µs |`);
  }
  const short = await median(shell, { name: "bash", input: { command: "git status --short" } }, 5000);
  console.log(`| bash, short | ${short.toFixed(0)} µs | 1000 µs |`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
