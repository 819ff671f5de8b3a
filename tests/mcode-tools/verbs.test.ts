import { expect, test } from "bun:test";
import { readArguments } from "../../src/mcode-tools/connector/arguments.ts";
import { printedAnswer } from "../../src/mcode-tools/connector/printing.ts";
import { parseVerb } from "../../src/mcode-tools/connector/verbs.ts";
import { testHost } from "../support/cli.ts";
import { workspace } from "../support/workspace.ts";

test.each<[words: string[], verb: object]>([
  [["connector", "tools"], { kind: "tools" }],
  [["connector", "tools", "--keyword", "a b"], { kind: "tools", keyword: "a b" }],
  [["connector", "tools", "--keyword=x=y"], { kind: "tools", keyword: "x=y" }],
  [["connector", "tool", "n"], { kind: "tool", name: "n" }],
  [["connector", "call", "n"], { kind: "call", name: "n", args: { kind: "none" } }],
  [
    ["connector", "call", "n", "--args", "{}"],
    { kind: "call", name: "n", args: { kind: "text", text: "{}" } },
  ],
  [
    ["connector", "call", "--args", "-5", "n"],
    { kind: "call", name: "n", args: { kind: "text", text: "-5" } },
  ],
  [
    ["connector", "call", "n", "--args-file", "-"],
    { kind: "call", name: "n", args: { kind: "file", path: "-" } },
  ],
  [["connector", "call", "--", "-n"], { kind: "call", name: "-n", args: { kind: "none" } }],
  [["auth", "status"], { kind: "auth-status" }],
  [["get-asset-url", "id"], { kind: "get-asset-url", nodeId: "id" }],
  [["upload-temp-url", "f", "--mime-type", "a/b"], { kind: "upload-temp-url", file: "f", mimeType: "a/b" }],
  [["--help"], { kind: "help" }],
  [["connector", "call", "--help"], { kind: "help" }],
  [["connector", "tools", "--keyword", "--help"], { kind: "tools", keyword: "--help" }],
  [["connector", "call", "--", "-h"], { kind: "call", name: "-h", args: { kind: "none" } }],
])("%j is read", (words, verb) => {
  expect(parseVerb(words)).toEqual(verb as never);
});

test.each<[words: string[], says: string]>([
  [[], "a command is missing"],
  [["list"], 'use "connector tools"'],
  [["connector", "list"], 'use "connector tools"'],
  [["connector"], "a command is missing"],
  [["connector", "tols"], 'There is no command "connector tols"'],
  [["connector", "tools", "extra"], 'Unexpected argument "extra"'],
  [["connector", "tool"], "NAME is missing"],
  [["connector", "tool", ""], "NAME is missing"],
  [["connector", "call"], "NAME is missing"],
  [["connector", "call", "a", "b"], 'Unexpected argument "b"'],
  [["connector", "call", "a", "--args", "{}", "--args-file", "f"], "Only one of --args and --args-file"],
  [["connector", "call", "a", "--args", "{}", "--args", "{}"], "--args is given twice"],
  [["connector", "call", "a", "--args"], "--args needs a value"],
  [["connector", "call", "a", "--timeout", "5"], "no timeout flag"],
  [["connector", "call", "a", "--wat"], 'There is no flag "--wat"'],
  [["auth"], 'There is no command "auth"'],
  [["auth", "login"], 'There is no command "auth login"'],
  [["get-asset-url"], "NODE_ID is missing"],
  [["upload-temp-url"], "FILE is missing"],
  [["frobnicate"], 'There is no command "frobnicate"'],
])("%j is refused with exit 2", (words, says) => {
  let fault: unknown;
  try {
    parseVerb(words);
  } catch (error) {
    fault = error;
  }
  expect(fault).toMatchObject({ code: "USAGE", exit: 2 });
  expect((fault as Error).message).toContain(says);
});

test("arguments are one JSON object, from the flag, a file or stdin", async () => {
  using folder = workspace({ "args.json": '{"a": "中 $& \\u0000"}' });
  const chunks = [Buffer.from('{"from": '), Buffer.from('"stdin"}')];
  const stdin = {
    isTTY: false,
    chunks: async function* () {
      yield* chunks;
    },
  };
  const host = testHost({ cwd: folder.path, home: folder.path, stdin });
  expect(await readArguments({ kind: "none" }, host)).toEqual({});
  expect(await readArguments({ kind: "text", text: ' {"a": 1} ' }, host)).toEqual({ a: 1 });
  expect(await readArguments({ kind: "file", path: "args.json" }, host)).toEqual({ a: "中 $& \u0000" });
  expect(await readArguments({ kind: "file", path: "-" }, host)).toEqual({ from: "stdin" });
});

test.each<[text: string, says: string]>([
  ["", "must be one JSON object"],
  ["[1]", "must be one JSON object, got a list"],
  ["null", "got null"],
  ["5", "got a number"],
  ['"x"', "got a string"],
  ['{"a": 1} {"b": 2}', "must be one JSON object"],
  ["{'a': 1}", "must be one JSON object"],
])("arguments %j are refused with exit 2", async (text, says) => {
  using folder = workspace({ "args.json": text });
  const host = testHost({ cwd: folder.path, home: folder.path });
  for (const source of [
    { kind: "text", text },
    { kind: "file", path: "args.json" },
  ] as const) {
    const fault = await readArguments(source, host).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: "INVALID_ARGUMENTS", exit: 2 });
    expect((fault as Error).message).toContain(says);
  }
});

test("a missing file of arguments, a folder and one that is too long are told", async () => {
  using folder = workspace({ "big.json": Buffer.alloc(16 * 1024 * 1024 + 1, 0x20) });
  const host = testHost({ cwd: folder.path, home: folder.path });
  const read = (path: string) => readArguments({ kind: "file", path }, host);
  await expect(read("none.json")).rejects.toThrow("ENOENT");
  await expect(read(".")).rejects.toThrow("EISDIR");
  await expect(read("big.json")).rejects.toMatchObject({ code: "TOO_LONG" });
});

test("the value of a text block keeps its numbers as they stand there", () => {
  const text =
    '{"id": 9007199254740993, "big": [1e400, 12345678901234567890], "s": "1e5 é", "short": 1.5, "n": null}';
  const value = printedAnswer({ content: [{ type: "text", text }] }, "/nonexistent");
  expect(JSON.stringify(value)).toBe(text.replaceAll(/([:,]) /g, "$1"));
});
