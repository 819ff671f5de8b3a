import { expect, test } from "bun:test";
import { shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

async function run(command: string) {
  using place = workspace();
  await using turn = shellTurn(place.path);
  return await turn.bash({ command });
}

test("b9: a child that was killed shows in the shell's own code, with the signal's name", async () => {
  const result = await run("sh -c 'kill -9 $$' 2>/dev/null; exit $?");
  expect(result.text).toEndWith("exit code 137 (SIGKILL)");
  expect(result.details).toMatchObject({ exit_code: 137, signal: null });
});

test("a failed command is an error result whose last line is the exit code", async () => {
  const result = await run("echo out; echo why >&2; exit 3");
  expect(result.isError).toBe(true);
  expect(result.text).toBe("out\nwhy\nexit code 3");
});

test("an output without a final newline keeps the exit code on a line of its own", async () => {
  expect((await run("printf no-newline; exit 4")).text).toBe("no-newline\nexit code 4");
});

test("a successful command gives its output byte for byte", async () => {
  expect((await run("printf 'a\\r\\nb\\n\\n'")).text).toBe("a\r\nb\n\n");
});

test("a command that starts with a dash is a command, not an option of the shell", async () => {
  const result = await run("-n");
  expect(result.details).toMatchObject({ exit_code: 127 });
});

test("each call starts in the workspace, in a shell of its own", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  await turn.bash({ command: "cd /; export LEFT=over" });
  const result = await turn.bash({ command: 'pwd; echo "[$LEFT]"; echo "$PWD"' });
  expect(result.text).toBe(`${place.path}\n[]\n${place.path}\n`);
});

test("a time limit over the maximum is clamped and said", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({ command: "echo hi", timeout: 120_000 });
  expect(result.text).toBe("hi\n(timeout: 120000 s is over the limit, 300 s was used)");
  expect(result.details).toMatchObject({ timeout_seconds: 300, timeout_clamped_from: 120_000 });
});

test("b26: on Windows the command travels in the environment, where no argument parser can rewrite it", async () => {
  const { shellArguments } = await import("../../src/tools/bash/shell-arguments.ts");
  const command = "printf '%s' '\\\\\\' \"a\"";
  const { args, variables } = shellArguments(command, "win32");
  const child = Bun.spawn(["bash", ...args], {
    env: { PATH: process.env.PATH, ...variables },
    stdout: "pipe",
  });
  expect(await new Response(child.stdout).text()).toBe("\\\\\\a");
});
