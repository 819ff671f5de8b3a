import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `line ${index + from}`).join("\n");

async function read(file: string | Uint8Array, input: Record<string, unknown> = {}) {
  using ws = workspace({ "f.txt": file });
  return await callTool(ws.path, createReadTool(testServices(ws.path)), { path: "f.txt", ...input });
}

test("lines are numbered from 1, right-aligned to 6, without a note when nothing is cut", async () => {
  const result = await read("a\n\nb\n");
  expect(result.text).toBe("     1→a\n     2→\n     3→b");
  expect(result.details).toMatchObject({ start_line: 1, lines: 3, total_lines: 3, truncated: false });
  expect(result.gates).toEqual([]);
});

test("d8: a final newline is no line, and the note counts the whole file", async () => {
  const ten = `${lines(10)}\n`;
  const five = await read(ten, { limit: 5 });
  expect(five.text).toEndWith("\n[Lines 1-5 of 10 shown. Go on with offset=6.]");
  expect((await read(ten, { offset: 6, limit: 5 })).text).toEndWith("\n    10→line 10");
  for (const offset of [11, 12]) {
    const past = await read(ten, { offset });
    expect(past.isError).toBe(true);
    expect(past.text).toBe(`Cannot show line ${offset} of "f.txt": it has 10 lines.`);
  }
});

test("a last line without an end counts as a line", async () => {
  const result = await read("a\nb", { offset: 2 });
  expect(result.text).toBe("     2→b");
  expect(result.details?.total_lines).toBe(2);
});

test("an empty file, and one that holds only a BOM, say that they are empty", async () => {
  expect(await read("")).toMatchObject({ text: '"f.txt" is empty.' });
  expect(await read(new Uint8Array([0xef, 0xbb, 0xbf]))).toMatchObject({ text: '"f.txt" is empty.' });
  expect((await read("", { offset: 2 })).text).toContain("it has 0 lines");
});

test("at most 2,000 lines are shown", async () => {
  const result = await read("x\n".repeat(2_500));
  expect(result.text.slice(-200)).toEndWith("\n[Lines 1-2000 of 2500 shown. Go on with offset=2001.]");
  expect(result.gates?.[0]?.gate).toBe("tool");
  expect((await read("x\n".repeat(2_500), { limit: 2_400 })).text.slice(-200)).toContain("offset=2001");
});

test("at most 24 KiB are shown, the note included", async () => {
  const result = await read(`${"x".repeat(99)}\n`.repeat(1_000));
  expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(24 * 1024);
  expect(result.text).toMatch(/\n\[Lines 1-\d+ of 1000 shown\. Go on with offset=\d+\.\]$/);
  expect(result.gates?.[0]?.gate).toBe("wrapper");
});

test("a20: a lone CR, VT, FF, NEL and U+2028 are data, LF and CRLF end a line", async () => {
  const result = await read("a\nb\rc\u000b\u000c\u0085\u2028d\nneedle\r\nend\r");
  expect(result.text.split("\n")).toEqual([
    "     1→a",
    "     2→b\rc\u000b\u000c\u0085\u2028d",
    "     3→needle",
    "     4→end\r",
  ]);
});

test("a line over the limit is shown cut and stored whole, and the note names its file", async () => {
  using ws = workspace({ "f.txt": `${"界".repeat(30_000)}\r\nnext\n` });
  const tool = createReadTool(testServices(ws.path));
  const result = await callTool(ws.path, tool, { path: "f.txt" });
  expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(24 * 1024);
  expect(result.text).not.toContain("\ufffd");
  const [, file] = /All of it is in "([^"]+\.readable\.v1\.jsonl)"/.exec(result.text) ?? [];
  expect(result.text).toEndWith("Go on with offset=2.]");
  const rows = readFileSync(file ?? "", "utf8")
    .trimEnd()
    .split("\n")
    .slice(1);
  expect(rows.map((row) => JSON.parse(row).text).join("")).toBe("界".repeat(30_000));
  expect((await callTool(ws.path, tool, { path: "f.txt", offset: 2 })).text).toBe("     2→next");
  // a17: the path that the note prints opens with the tool that printed it.
  expect((await callTool(ws.path, tool, { path: file })).text).toContain('"type":"chunk"');
});

test("a long line after others is left for the next call", async () => {
  using ws = workspace({ "f.txt": `a\n${"x".repeat(200_000)}` });
  const tool = createReadTool(testServices(ws.path));
  const first = await callTool(ws.path, tool, { path: "f.txt" });
  expect(first.text).toBe("     1→a\n[Line 1 of 2 shown. Go on with offset=2.]");
  const second = await callTool(ws.path, tool, { path: "f.txt", offset: 2 });
  expect(second.text).toContain("[Line 2 of 2 has 200000 bytes; only its start is shown.");
  expect(second.text).not.toContain("Go on");
});

test("d1: a character cut by the sniffed part does not make a file binary", async () => {
  for (const shift of [0, 1, 2]) {
    const result = await read(`${"a".repeat(shift)}${"漢字".repeat(2_000)}\n`);
    expect(result.isError).toBeUndefined();
    expect(result.text).not.toContain("\ufffd");
  }
});

test("d2: one stray byte is shown as U+FFFD and said once", async () => {
  const result = await read(
    Buffer.concat([Buffer.from("# it"), Buffer.from([0x92]), Buffer.from("s\nok\n")]),
  );
  expect(result.isError).toBeUndefined();
  expect(result.text).toStartWith("     1→# it\ufffds\n     2→ok\n[Not UTF-8:");
  expect(result.text.match(/Not UTF-8/g)).toHaveLength(1);
});

test("d3: a GBK file is said to be no UTF-8, not binary", async () => {
  const result = await read(new Uint8Array([0xc4, 0xe3, 0xba, 0xc3, 0x0a, 0xca, 0xc0, 0xbd, 0xe7, 0x0a]));
  expect(result.isError).toBeUndefined();
  expect(result.text).toContain("Not UTF-8");
  expect(result.text).not.toContain("binary");
});

test("d4: binary content is refused by content, whatever the name", async () => {
  const elf = await read(readFileSync("/bin/ls"));
  expect(elf).toMatchObject({ isError: true, text: 'Cannot show "f.txt": it is binary (ELF executable).' });
  const zip = await read(Buffer.from("504b0304140000000800", "hex"));
  expect(zip.text).toContain("Zip archive");
});

test("d16: no NUL reaches the model, wherever it stands in the file", async () => {
  const result = await read(`${"a\n".repeat(3_000)}b\0c\n`, { offset: 3_000 });
  expect(result.text).toStartWith("  3000→a\n  3001→b\ufffdc\n[");
});

test("d17: a BOM is not shown and does not shift lines", async () => {
  const file = "\ufeffone\ntwo\n";
  expect((await read(file)).text).toBe("     1→one\n     2→two");
  expect((await read(file, { offset: 2 })).text).toBe("     2→two");
});

test("UTF-16 with a byte order mark is decoded, also where a character lies across two chunks", async () => {
  const text = `${"x".repeat(32_766)}\n😀 two\r\nthree`;
  const le = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  expect((await read(le, { offset: 2 })).text).toBe("     2→😀 two\n     3→three");
  const be = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, "utf16le").swap16()]);
  expect((await read(be, { offset: 2 })).text).toBe("     2→😀 two\n     3→three");
});

test("UTF-16 that is broken is said to be, once: half a character at the end, half a surrogate pair", async () => {
  const note = "[Some characters are broken and show as U+FFFD.]";
  const whole = Buffer.from("\ufeffa\nb", "utf16le");
  expect((await read(whole)).text).not.toContain(note);
  for (const end of [[0x63], [0x3d, 0xd8]]) {
    const result = await read(Buffer.concat([whole, Buffer.from(end)]));
    expect(result.text).toBe(`     1→a\n     2→b\ufffd\n${note}`);
    expect(result.details).toMatchObject({ invalid_bytes: true });
  }
});

test("UTF-16 without a byte order mark is refused as what it looks like", async () => {
  expect((await read(Buffer.from("hello there", "utf16le"))).text).toContain("UTF-16 text without");
});

test("a folder is an error that lists 20 of its entries", async () => {
  using ws = workspace(Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`d/f${i + 10}/x`, ""])));
  const result = await callTool(ws.path, createReadTool(testServices(ws.path)), { path: "d" });
  expect(result.isError).toBe(true);
  expect(result.text).toStartWith('Cannot read "d": it is a folder. It holds:\nf10/\n');
  expect(result.text.split("\n")).toHaveLength(22);
  expect(result.text).toEndWith("Use glob to list it.");
});

test("impossible numbers are an error result; numbers in quotes are taken", async () => {
  for (const input of [{ offset: 0 }, { offset: -1 }, { limit: 0 }, { offset: 1.5 }, { offset: "first" }]) {
    expect((await read("a\n", input)).isError).toBe(true);
  }
  expect((await read("a\nb\n", { offset: "2", limit: "1" })).text).toBe("     2→b");
  expect((await read("a\n", { offset: null, limit: null, pages: "" })).text).toBe("     1→a");
});

test("an unknown parameter is an error, not ignored", async () => {
  const result = await read("a\n", { view_range: [1, 2] });
  expect(result.isError).toBe(true);
  expect(result.text).toContain("view_range");
});
