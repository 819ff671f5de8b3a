import { expect, test } from "bun:test";
import packageJson from "../../package.json" with { type: "json" };
import { turnkit } from "../support/binary.ts";

test("--version prints the version of package.json", async () => {
  const { stdout, exitCode } = await turnkit(["--version"]);
  expect(stdout).toBe(`turnkit ${packageJson.version}\n`);
  expect(exitCode).toBe(0);
});

test("--help lists the commands with an example and goes to stdout", async () => {
  const { stdout, stderr, exitCode } = await turnkit(["--help"]);
  expect(stdout).toContain("Examples:");
  expect(stdout).toContain("completions");
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
});

test.each([
  [["frobnicate"], 'error: There is no command "frobnicate"'],
  [["complections"], "completions"],
  [["completions", "--frob", "bash"], "--frob"],
  [["completions"], "SHELL"],
  [["completions", "tcsh"], 'no completions for "tcsh"'],
])("wrong use %p is one error line, one hint and exit 2", async (args, words) => {
  const { stdout, stderr, exitCode } = await turnkit(args);
  expect(stdout).toBe("");
  expect(stderr).toContain(words);
  expect(stderr.trimEnd().split("\n")).toHaveLength(2);
  expect(stderr).toMatch(/^error: .*\nhint: .*\n$/);
  expect(exitCode).toBe(2);
});

test("every listed command has help with an example", async () => {
  const { stdout } = await turnkit(["--help"]);
  const commands =
    (stdout.split("COMMANDS\n")[1] ?? "").match(/^ {2}(\S+)/gm)?.map((name) => name.trim()) ?? [];
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const help = await turnkit([command, "--help"]);
    expect(`${command}: ${help.exitCode}`).toBe(`${command}: 0`);
    expect(help.stdout).toMatch(/Examples?:/);
  }
});

test("global flags may stand before the command", async () => {
  const before = await turnkit(["--quiet", "--workspace", "/tmp", "completions", "bash"]);
  const after = await turnkit(["completions", "bash", "--quiet", "--workspace=/tmp"]);
  expect(before.exitCode).toBe(0);
  expect(before.stdout).toBe(after.stdout);
});
