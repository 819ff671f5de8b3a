import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

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
