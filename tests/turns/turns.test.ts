import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { turnkit } from "../support/binary.ts";
import { workspace } from "../support/workspace.ts";

/** What every script here finds in its workspace; each gets a fresh one. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "README.md": "# Sample\n\nA sample project.\n",
  "notes/plan.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n",
  "notes/windows.txt": "alpha\r\nbeta\r\ngamma\r\n",
  "src/main.ts": "export const answer = 41; // TODO raise\n",
  "src/深/文件.txt": "第一行\n第二行\n",
  ".env": "TOKEN=do-not-show\n",
  "empty.txt": "",
  "program.bin": new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]),
};

/** What every script here finds in its home. */
const HOME: Readonly<Record<string, string>> = {
  ".minimax/config.yaml":
    "agents: {default: {features: {webSearch: false}}}\ntools: {memory: {enabled: true}, websiteDeploy: {folder: ~/sites}}\n",
  ".minimax/skills/review/SKILL.md": "---\ndescription: Reviews a change\n---\n\nLook twice.\n",
  ".minimax/skills/commit/SKILL.md": "---\nname: git:commit\n---\nIn one line.\n",
  ".minimax/agents/helper.md": "---\ndescription: Helps\n---\nHelp.\n",
};

const scripts = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));

test.each(scripts)("%s plays on the binary and all of its expectations hold", async (script) => {
  using work = workspace(FILES);
  using home = workspace(HOME);
  writeFileSync(join(work.path, "long.txt"), `${"x".repeat(100)}\n`.repeat(3_000));
  mkdirSync(join(work.path, "node_modules/dep"), { recursive: true });
  writeFileSync(join(work.path, "node_modules/dep/index.js"), "// TODO of a dependency\n");
  const ran = await turnkit(
    ["run-turn", "--script", join(import.meta.dirname, script), "--permission", "full", "--format", "json"],
    { cwd: work.path, env: { HOME: home.path } },
  );
  const document = ran.stdout === "" ? { stderr: ran.stderr } : JSON.parse(ran.stdout);
  expect(document.expectations?.failures ?? document).toEqual([]);
  expect(document.expectations.passed).toBeGreaterThan(0);
  expect(ran.exitCode).toBe(document.stopReason === "waiting_for_user" ? 4 : 0);
});
