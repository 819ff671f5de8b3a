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
const BOM = [0xef, 0xbb, 0xbf];

const cases: readonly Case[] = [
  {
    name: "c1: dollar patterns and backslashes arrive as typed",
    file: "a x b\n",
    old: "x",
    new: "$& $1 $$ $` $' \\1 \\n",
    becomes: "a $& $1 $$ $` $' \\1 \\n b\n",
  },
  {
    name: "c1: dollar patterns arrive as typed with replace_all",
    file: "x x\n",
    old: "x",
    new: "$&",
    all: true,
    becomes: "$& $&\n",
  },
  {
    name: "c1: dollar patterns arrive as typed after line numbers were taken off",
    file: "one\nx\n",
    old: "     2→x",
    new: "$&$1",
    becomes: "one\n$&$1\n",
  },
  {
    name: "c4: one bare LF in a CRLF file stays the only one",
    file: "a\r\nb\nc\r\nd\r\n",
    old: "c",
    new: "C",
    becomes: "a\r\nb\nC\r\nd\r\n",
  },
  {
    name: "c6: an LF text matches CRLF lines and the inserted lines take CRLF",
    file: "one\r\ntwo\r\nthree\r\n",
    old: "one\ntwo",
    new: "one\nnew\ntwo",
    becomes: "one\r\nnew\r\ntwo\r\nthree\r\n",
  },
  {
    name: "c6: a line inserted into one CRLF line takes CRLF",
    file: "one\r\ntwo\r\n",
    old: "one",
    new: "one\nnew",
    becomes: "one\r\nnew\r\ntwo\r\n",
  },
  {
    name: "c6: CRLF with replace_all",
    file: "a\r\nb\r\na\r\nb\r\n",
    old: "a\nb",
    new: "x\ny\nz",
    all: true,
    becomes: "x\r\ny\r\nz\r\nx\r\ny\r\nz\r\n",
  },
  {
    name: "c6: CRLF after line numbers were taken off",
    file: "a\r\nb\r\n",
    old: "     1→a\n     2→b\n",
    new: "     1→a\n     2→B\n",
    becomes: "a\r\nB\r\n",
  },
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
    name: "c7: the BOM of a CRLF file stays when line 2 is edited",
    file: bytes(BOM, "one\r\ntwo\r\n"),
    old: "two",
    new: "2",
    becomes: bytes(BOM, "one\r\n2\r\n"),
  },
  {
    name: "d17: the first line of a BOM file matches as read shows it and the BOM stays",
    file: bytes(BOM, "one\ntwo\n"),
    old: "one\ntwo",
    new: "1\ntwo",
    becomes: bytes(BOM, "1\ntwo\n"),
  },
  {
    name: "c8: no BOM appears in a file that has none",
    file: "one\r\ntwo\r\n",
    old: "one",
    new: "1",
    becomes: "1\r\ntwo\r\n",
  },
  {
    name: "c10: a Latin-1 byte elsewhere stays",
    file: bytes("a=1\n# caf", [0xe9], "\n"),
    old: "a=1",
    new: "a=2",
    becomes: bytes("a=2\n# caf", [0xe9], "\n"),
  },
  {
    name: "c16: curly quotes, no-break spaces and trailing blanks on other lines stay",
    file: "“q” \u00a0 \nkey = 'x'  \nend\t\n",
    old: "key = 'x'",
    new: "key = 'y'",
    becomes: "“q” \u00a0 \nkey = 'y'  \nend\t\n",
  },
  {
    name: "c19: straight and curly quotes of the new text arrive as typed",
    file: "x\n",
    old: "x",
    new: `"a" “b” 'c' ‘d’`,
    becomes: `"a" “b” 'c' ‘d’\n`,
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
