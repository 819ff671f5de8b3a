import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createEditTool } from "../../src/tools/edit/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

/** Runs one edit that must be refused, and shows that the file is as it was. */
async function refused(file: string | Uint8Array, input: Record<string, unknown>) {
  using ws = workspace({ "f.txt": file });
  const edit = createEditTool(testServices(ws.path));
  const result = await callTool(ws.path, edit, { file_path: "f.txt", ...input });
  expect(result.isError).toBe(true);
  expect(readFileSync(`${ws.path}/f.txt`)).toEqual(Buffer.from(file as string));
  return result;
}

test("the same text twice is told apart from a text that is not there", async () => {
  const same = await refused("abc", { old_string: "abc", new_string: "abc" });
  expect(same.details?.error).toBe("no_change");
  const absent = await refused("abc", { old_string: "xyz", new_string: "abc" });
  expect(absent.details?.error).toBe("text_not_found");
});

test("the same text behind line numbers is no change either", async () => {
  const result = await refused("abc\n", { old_string: "     1→abc", new_string: "abc" });
  expect(result.details?.error).toBe("no_change");
});

test("a text that stands there several times is refused with its lines", async () => {
  const file = "x\nfoo\ny\nfoo foo\n";
  const result = await refused(file, { old_string: "foo", new_string: "bar" });
  expect(result.text).toStartWith('Found 3 times in "f.txt", at lines 2, 4, 4.');
  expect(result.details).toMatchObject({ error: "found_many", count: 3, lines: [2, 4, 4] });
});

test("overlapping occurrences are not unique", async () => {
  const result = await refused("aaa\n", { old_string: "aa", new_string: "b" });
  expect(result.details?.count).toBe(2);
});

test("LF and CRLF occurrences of several lines are counted together", async () => {
  const result = await refused("a\r\nb\r\n-\r\na\r\nb\r\n", { old_string: "a\nb", new_string: "c" });
  expect(result.details).toMatchObject({ count: 2, lines: [1, 4] });
});

test("not found tells the nearest place and the first difference", async () => {
  const file = "one\n\tif (ready) {\n\t\tgo();\n\t}\n";
  const result = await refused(file, { old_string: "if (ready) {\n    go();", new_string: "x" });
  expect(result.text).toContain("Nearest match: line 2. First difference at line 3, column 1:");
  expect(result.text).toContain('the file has "\\t\\tgo();", old_string has "    go();"');
});

test("not found finds a line that is only alike", async () => {
  const file = "alpha\nconst limit = computeLimit(input, 10);\nomega\n";
  const result = await refused(file, {
    old_string: "const limit = computeLimit(input, 12);",
    new_string: "x",
  });
  expect(result.text).toContain("Nearest match: line 2.");
  expect(result.text).toContain("column 36");
});

test("not found tells a difference in quotes and in line ends", async () => {
  const quotes = await refused("say “hi”\n", { old_string: 'say "hi"', new_string: "x" });
  expect(quotes.text).toContain("column 5");
  const ends = await refused("a\nb\n", { old_string: "a\r\nb", new_string: "x" });
  expect(ends.text).toContain("their ends are not");
});

test("not found says so when nothing is alike", async () => {
  expect((await refused("abc\n", { old_string: "0123456789", new_string: "x" })).text).toContain(
    "Nothing similar",
  );
});

test("line numbers on some lines only of the new text are refused", async () => {
  const result = await refused("a\nb\n", {
    old_string: "     1→a\n     2→b",
    new_string: "     1→a\nnew\n     2→b",
  });
  expect(result.details?.error).toBe("mixed_prefixes");
});

test("line numbers on some lines only of the old text are not taken off", async () => {
  const result = await refused("a\nb\n", { old_string: "     1→a\nb", new_string: "x" });
  expect(result.details?.error).toBe("text_not_found");
  expect(result.text).toContain("line numbers that read shows: leave these out");
});

test("c10: a text that follows bytes of another encoding is refused", async () => {
  // 0xB0 0x61 is one character in GBK; its second byte alone looks like an "a".
  const result = await refused(new Uint8Array([0xb0, 0x61, 0x0a]), { old_string: "a", new_string: "b" });
  expect(result.details).toMatchObject({ error: "touches_invalid_bytes", line: 1 });
});

test("half a surrogate pair is refused", async () => {
  expect((await refused("a", { old_string: "a", new_string: "\ud800" })).details?.error).toBe(
    "ill_formed_text",
  );
});

test("a binary file is refused", async () => {
  const result = await refused(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0x61]), {
    old_string: "a",
    new_string: "b",
  });
  expect(result.text).toContain("ELF executable");
});

test("a missing file names the path given and the path tried", async () => {
  using ws = workspace();
  const edit = createEditTool(testServices(ws.path));
  const result = await callTool(ws.path, edit, { file_path: "no.txt", old_string: "a", new_string: "b" });
  expect(result.isError).toBe(true);
  expect(result.text).toContain('"no.txt"');
  expect(result.text).toContain(`${ws.path}/no.txt`);
});
