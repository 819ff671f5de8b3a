import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createEditTool } from "../../src/tools/edit/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

interface Case {
  readonly name: string;
  readonly file: string | Uint8Array;
  readonly old: string;
  readonly new: string;
  readonly all?: boolean;
  readonly becomes: string | Uint8Array;
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

const cases: readonly Case[] = [
  {
    name: "an LF at the start of the text takes the CR before it along",
    file: "a\r\nb\r\n",
    old: "\nb",
    new: "c",
    becomes: "ac\r\n",
  },
  {
    name: "lines that stay keep their own ends in a mixed file",
    file: "a\nb\r\nc\nd\r\n",
    old: "a\nb\nc\nd",
    new: "a\nB\nc\nd",
    becomes: "a\nB\r\nc\nd\r\n",
  },
  {
    name: "a line appended to a last line without an end takes the file's ends and adds none",
    file: "a\r\nb",
    old: "b",
    new: "b\nc",
    becomes: "a\r\nb\r\nc",
  },
  {
    name: "a CRLF that is typed is taken as it is",
    file: "a\r\nb\r\nc\r\n",
    old: "a\r\nb",
    new: "a\nb",
    becomes: "a\nb\r\nc\r\n",
  },
  {
    name: "an exact match wins over one that differs in its line ends",
    file: "a\r\nb\n--\na\nb\n",
    old: "a\nb",
    new: "X",
    becomes: "a\r\nb\n--\nX\n",
  },
  {
    name: "c16: curly quotes, no-break spaces and trailing blanks on other lines stay",
    file: "“q” \u00a0 \nkey = 'x'  \nend\t\n",
    old: "key = 'x'",
    new: "key = 'y'",
    becomes: "“q” \u00a0 \nkey = 'y'  \nend\t\n",
  },
  {
    name: "a20: a lone CR and U+2028 are data",
    file: "a\nb\rc\u2028d\nneedle\n",
    old: "b\rc\u2028d\nneedle",
    new: "b\rc\u2028d\nfound",
    becomes: "a\nb\rc\u2028d\nfound\n",
  },
  {
    name: "UTF-16 files are edited in their own encoding",
    file: bytes([0xff, 0xfe], Buffer.from("one\r\ntwo\r\n", "utf16le") as never),
    old: "one\ntwo",
    new: "1\nnew\ntwo",
    becomes: bytes([0xff, 0xfe], Buffer.from("1\r\nnew\r\ntwo\r\n", "utf16le") as never),
  },
  {
    name: "an empty new text removes the old one",
    file: "a\nb\nc\n",
    old: "b\n",
    new: "",
    becomes: "a\nc\n",
  },
];

for (const { name, file, old, new: replacement, all, becomes } of cases) {
  test(name, async () => {
    using ws = workspace({ "f.txt": file });
    const edit = createEditTool(testServices(ws.path));
    const result = await callTool(ws.path, edit, {
      file_path: "f.txt",
      old_string: old,
      new_string: replacement,
      ...(all === undefined ? {} : { replace_all: all }),
    });
    expect(result.text).toStartWith("Edited");
    expect(readFileSync(`${ws.path}/f.txt`)).toEqual(Buffer.from(becomes as string));
  });
}
