import { expect, test } from "bun:test";
import { buildCommand } from "@stricli/core";
import { commandWords, loadRoot, targetAt } from "../../src/cli/app.ts";
import { directCommand } from "../../src/cli/direct-command.ts";

const text = (input: string): string => input;

const command = buildCommand<
  { maxBytes?: string; colour?: boolean; quiet?: boolean; gate: string; file: string },
  string[]
>({
  loader: async () => () => {},
  parameters: {
    flags: {
      maxBytes: { kind: "parsed", parse: text, brief: "", optional: true },
      colour: { kind: "boolean", brief: "", optional: true },
      quiet: { kind: "boolean", brief: "", optional: true },
      gate: { kind: "parsed", parse: text, brief: "", default: "bash" },
      file: { kind: "parsed", parse: text, brief: "" },
    },
    aliases: { q: "quiet" },
    positional: { kind: "array", parameter: { brief: "", parse: text } },
  },
  docs: { brief: "" },
});

function flagsFor(...given: string[]): string[] {
  return Object.keys(directCommand(command, given)?.parameters.flags ?? {}).sort();
}

test("a command is run with the flags that the words name, in every spelling, and those that it cannot do without", () => {
  expect(flagsFor()).toEqual(["file", "gate", "quiet"]);
  expect(flagsFor("--max-bytes=1", "x")).toEqual(["file", "gate", "maxBytes", "quiet"]);
  expect(flagsFor("--maxBytes", "1")).toEqual(["file", "gate", "maxBytes", "quiet"]);
  expect(flagsFor("--no-colour")).toEqual(["colour", "file", "gate", "quiet"]);
});

test("a flag that there is not is looked for among all", () => {
  expect(flagsFor("--colours")).toHaveLength(5);
});

test("help and a group without a verb are no command", async () => {
  expect(directCommand(command, ["x", "--help"])).toBeUndefined();
  const root = await loadRoot("mcp");
  expect(directCommand(targetAt(root, commandWords(root, ["mcp"])), [])).toBeUndefined();
  expect(directCommand(targetAt(root, commandWords(root, ["mcp", "list"])), [])).toBeDefined();
});
