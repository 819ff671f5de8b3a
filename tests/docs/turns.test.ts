import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readHooks } from "../../src/turn/hooks/read.ts";
import { turnHost } from "../support/turn-host.ts";
import { workspace } from "../support/workspace.ts";
import { consoleBlocks } from "./console-blocks.ts";
import { play } from "./play.ts";

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/turns.md"), "utf8");

function block(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(PAGE);
  return found?.[1] ?? "";
}

test("the commands of the page on turns print what it shows", async () => {
  const steps = consoleBlocks(PAGE);
  const printed = await play(steps);
  expect(steps.map(({ command }, index) => `$ ${command}\n${printed[index]}`)).toEqual(
    steps.map(({ command, output }) => `$ ${command}\n${output}`),
  );
}, 60_000);

test("its hooks file is read, and its model is found", async () => {
  using at = workspace();
  const { hooks, diagnostics } = await readHooks(at.file("hooks.json", block("json")));
  expect(hooks.PreToolUse[0]?.commands[0]).toMatchObject({ command: "./check.sh", timeoutMs: 5_000 });
  expect(diagnostics).toEqual([]);

  using turn = turnHost({ "config.yaml": block("yaml") });
  const ran = await turn.run(["run-turn", "Hi", "--model", "mine", "--config", "config.yaml"]);
  expect({ code: ran.exitCode, names: ran.stderr.includes("MY_KEY") }).toEqual({ code: 2, names: true });
});

test("every flag and file that the page names is there", async () => {
  using at = turnHost();
  const { stdout: help } = await at.run(["run-turn", "--help"]);
  for (const flag of new Set(PAGE.match(/--[a-z][a-z-]+/gu))) {
    if (!["--quiet", "--no-mcp"].includes(flag)) expect(help).toContain(`[${flag}]`);
  }
  for (const [, link = ""] of PAGE.matchAll(/\]\(([^)]+)\)/gu)) {
    expect(readFileSync(join(import.meta.dirname, "../../docs", link), "utf8")).not.toBe("");
  }
});
