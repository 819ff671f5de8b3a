// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of a shell.

import { expect, test } from "bun:test";
import { createPermissionEngine } from "../../../src/permissions/engine.ts";
import { NO_RULES } from "../../../src/permissions/rules/types.ts";
import { HONEST_COMMANDS } from "./honest.ts";

const places = {
  workspace: "/nonexistent/w",
  home: "/nonexistent/h",
  dataDir: "/nonexistent/h/.minimax",
  platform: process.platform,
};
const BASH = { def: { name: "bash", description: "", schema: {} }, impl: {} } as never;

/** An engine whose user allows the first command for the session, and a function that judges more of them. */
async function answered(first: string) {
  const offered: string[] = [];
  const engine = createPermissionEngine({
    places,
    mode: "ask",
    rules: NO_RULES,
    ask: async ({ verdict }) => {
      offered.push(...verdict.rules);
      return { answer: "session" };
    },
  });
  const ctx = { sessionId: "s", turnId: "t" };
  await engine.gate({ tool: BASH, name: "bash", input: { command: first }, ctx });
  const decide = async (command: string) =>
    (await engine.verdict({ name: "bash", input: { command } })).decision;
  return { offered, decide };
}

test.each(
  [
    ...HONEST_COMMANDS,
    'echo "a  b"',
    "echo   a   b",
    "echo '*' \\* \\\\ a\\ \\ b",
    "grep -n 'x:*'",
    "echo ')' '('",
    "echo a # b",
  ].map((command) => [command]),
)("the rules offered for %j allow it, or none is offered", async (command) => {
  const { offered, decide } = await answered(command);
  expect(await decide(command)).toBe(offered.length > 0 ? "allow" : "ask");
});

test.each([
  ['echo "a  b"', 'echo "a b"'],
  ["echo '*'", "echo 'x'"],
  ["rm \\*", "rm a"],
  ["git push origin a", "git push origin a b"],
  ["ls *.md", "ls x.md"],
  ["make 'a\\*'", "make 'a\\x'"],
])("and those for %j do not allow %j", async (command, other) => {
  const { offered, decide } = await answered(command);
  expect(offered).not.toEqual([]);
  expect([await decide(command), await decide(other)]).toEqual(["allow", "ask"]);
});
