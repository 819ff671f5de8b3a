import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BINARY, turnkit } from "../support/binary.ts";
import { underPty } from "../support/pty.ts";
import { workspace } from "../support/workspace.ts";

const dryRun = (command: string, ...flags: string[]) => [
  "call",
  "bash",
  "--args",
  JSON.stringify({ command }),
  "--dry-run",
  "--permission",
  "read-only",
  ...flags,
];

test("the binary carries the shell parser: bash rules are judged, and nothing runs", async () => {
  using space = workspace();
  const options = { cwd: space.path, env: { MINIMAX_DATA_DIR: join(space.path, "data") } };
  const allow = ["--allow", "bash(git status*)"];
  const allowed = await turnkit(dryRun("git status --short", ...allow), options);
  expect(allowed.stdout).toBe(
    "allow: every command in it is allowed by bash(git status*) (rule:allow bash(git status*))\n",
  );
  const smuggled = await turnkit(dryRun("git status $(touch marker)", ...allow), options);
  expect(smuggled.stdout).toBe(
    'deny: permission mode read-only does not run bash (mode:read-only)\nnote: No allow rule covers "touch marker"\n',
  );
  expect(existsSync(join(space.path, "marker"))).toBe(false);
});

test("a malformed rule and an unknown mode are exit 2 with one clear line each", async () => {
  using space = workspace({ "c.yaml": "permissions:\n  deny:\n    - web_fetch\n    - bash(rm\n" });
  const options = { cwd: space.path, env: { MINIMAX_DATA_DIR: join(space.path, "data") } };
  const rule = await turnkit(["--config", "c.yaml", ...dryRun("ls")], options);
  expect(rule.exitCode).toBe(2);
  expect(rule.stderr).toContain(
    `error: Cannot read the permission rule "bash(rm": a ")" is missing (character 8) (`,
  );
  expect(rule.stderr).toContain("c.yaml:4:7)");
  const mode = await turnkit(["call", "bash", "--args", "{}", "--permission", "fill"], options);
  expect([mode.exitCode, mode.stderr.split("\n").length]).toEqual([2, 3]);
});

test("denied calls are counted and named, and --fail-on-denied makes them exit 3", async () => {
  using space = workspace({
    "turn.yaml": [
      "steps:",
      "  - calls:",
      '      - {tool: bash, args: {command: "rm -rf x; ls"}}',
      "      - {tool: read, args: {path: .env}}",
      '      - {tool: write, args: {path: a.txt, content: ""}}',
      "  - say: Done.",
    ].join("\n"),
    ".env": "KEY=1\n",
  });
  const options = { cwd: space.path, env: { MINIMAX_DATA_DIR: join(space.path, "data") } };
  const flags = ["--permission", "accept-edits", "--deny", "bash(rm*)", "--json"];
  const ran = await turnkit(["run-turn", "--script", "turn.yaml", ...flags, "--fail-on-denied"], options);
  const turn = JSON.parse(ran.stdout);
  expect([ran.exitCode, turn.denied]).toEqual([3, 2]);
  expect(turn.calls.map((call: { deniedBy?: string }) => call.deniedBy)).toEqual([
    "rule:deny bash(rm*)",
    "secret-list",
    undefined,
  ]);
  const again = await turnkit(["run-turn", "--script", "turn.yaml", ...flags], options);
  expect(again.exitCode).toBe(0);
});

test("on a terminal the binary asks, runs what was allowed, and ends with 130 at Ctrl-C", async () => {
  const call = (command: string) => `      - {tool: bash, args: {command: "${command}"}}`;
  const script = ["steps:", "  - calls:", call("echo 1 > one"), call("echo 2 > two"), call("echo 3 > three")];
  using space = workspace({ "turn.yaml": script.join("\n") });
  const env = { MINIMAX_DATA_DIR: join(space.path, "data") };
  using program = underPty([BINARY, "run-turn", "--script", "turn.yaml"], { cwd: space.path, env });
  await program.see("Rule: allow bash-write(one)");
  await program.see("Ctrl-C ends the turn");
  program.press("y");
  await program.see("Rule: allow bash-write(two)");
  await program.see("Ctrl-C ends the turn");
  program.press("n");
  await program.see("Rule: allow bash-write(three)");
  await program.see("Ctrl-C ends the turn");
  program.press("\u0003");
  expect(await program.exited).toBe(130);
  expect(["one", "two", "three"].map((name) => existsSync(join(space.path, name)))).toEqual([
    true,
    false,
    false,
  ]);
});
