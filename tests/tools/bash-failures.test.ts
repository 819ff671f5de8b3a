import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

test.skipIf(process.getuid?.() === 0)("a working folder that may not be entered is named", async () => {
  using place = workspace();
  const folder = join(place.path, "closed");
  mkdirSync(folder, { mode: 0o600 });
  await using turn = shellTurn(folder);
  const result = await turn.bash({ command: "echo hi" });
  expect(result.text).toContain(`the working folder "${folder}" may not be entered`);
});

test("a working folder that has become a file is named", async () => {
  using place = workspace();
  await using turn = shellTurn(place.file("file", ""));
  expect((await turn.bash({ command: "true" })).text).toContain("is not a folder");
});

test("b28: without any shell the command is refused clearly", async () => {
  using place = workspace();
  const programs = { ...shellTurn("/").services.programs, shell: async () => undefined };
  await using turn = shellTurn(place.path, { programs });
  const result = await turn.bash({ command: "echo hi" });
  expect(result.isError).toBe(true);
  expect(result.text).toContain("neither bash nor sh was found on PATH");
});

test("a command with a NUL, and one longer than the system takes, are refused by name", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  expect((await turn.bash({ command: "echo \0" })).text).toContain("NUL");
  const long = await turn.bash({ command: `echo ${"x".repeat(3 * 1024 * 1024)}` });
  expect(long.isError).toBe(true);
  expect(long.text).toContain("bytes long");
  expect((await turn.bash({ command: "echo next" })).text).toBe("next\n");
});

test("an output whose file cannot be stored still gives its head, its tail and its status", async () => {
  using place = workspace({ reports: "a file where the folder would be" });
  await using turn = shellTurn(place.path);
  const result = await turn.bash({ command: "seq 100000; exit 5" });
  expect(result.text).toEndWith("100000\nexit code 5");
  expect(result.details?.artifact).toBeUndefined();
  expect(turn.diagnostics).toHaveLength(1);
});

test("b21: what a command sees of the environment is what the turn gives it, and the removed names are told once", async () => {
  using place = workspace();
  const command = { PATH: process.env.PATH, HOME: place.path, KEPT: "kept" };
  const environments = { command, removed: ["FAKE_API_KEY"], helper: command };
  await using turn = shellTurn(place.path, { environments });
  const first = await turn.bash({
    command: 'echo "$KEPT $FAKE_API_KEY"; echo "$HOME"; command -v ls >/dev/null && echo path',
  });
  expect(first.text).toBe(`kept \n${place.path}\npath\n`);
  expect(first.details).toMatchObject({ environment_removed: ["FAKE_API_KEY"] });
  const second = await turn.bash({ command: "true" });
  expect(second.details?.environment_removed).toBeUndefined();
});
