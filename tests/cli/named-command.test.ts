import { expect, test } from "bun:test";
import { commandAt, loadRoot } from "../../src/cli/app.ts";
import { singles } from "../../src/cli/commands/routes.ts";
import { namedCommand } from "../../src/cli/named-command.ts";

const root = await loadRoot(undefined);

test.each(Object.keys(singles))("%s is the command of its group", async (name) => {
  const words = name.split(" ");
  const { command, words: named } = await namedCommand([...words, "--no-mcp"]);
  const { loader, parameters } = commandAt(root, words) ?? {};
  expect(named).toEqual(words);
  expect(command?.loader).toBe(loader);
  expect(command?.parameters).toBe(parameters);
});

test.each([
  [["catalog"], 1],
  [["catalog", "list"], 2],
  [["catalog", "--all", "list"], 1],
  [["catalog", "explain", "list"], 2],
  [["catalog", "lst"], 1],
  [["mcp", "add", "x"], 2],
  [["truncate", "list"], 1],
])("%p is named by its first %i words", async (line, count) => {
  const { command, words } = await namedCommand(line);
  expect(command).toBeDefined();
  expect(words).toEqual(line.slice(0, count));
});

test.each([[[]], [["mcp"]], [["mcp", "--all"]], [["frobnicate"]], [["toString"]], [["--help"]]])(
  "%p names no command",
  async (line) => {
    expect(await namedCommand(line)).toEqual({ command: undefined, words: [] });
  },
);
