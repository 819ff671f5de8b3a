import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, linkSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createEditTool } from "../../src/tools/edit/tool.ts";
import { COPIED_BYTES } from "../../src/tools/files/limits.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

// Long work, on a machine that may be busy.
setDefaultTimeout(60_000);

// Large enough to take the way of large files: the system copies, only what differs is written.
const LINE = "the quick brown fox jumps over the lazy dog\n";
const HALF = LINE.repeat(Math.ceil(COPIED_BYTES / LINE.length));

for (const [what, place, now] of [
  ["grows at its start", "start", "a longer start"],
  ["shrinks at its start", "start", "s"],
  ["keeps its length in the middle", "middle", "MIDDLE"],
  ["grows in the middle", "middle", "middle and more"],
  ["shrinks at its end", "ending", ""],
] as const) {
  test(`a large file that ${what} is right to the last byte`, async () => {
    const before = `start\n${HALF}middle\n${HALF}ending`;
    using ws = workspace({ "f.txt": before });
    chmodSync(`${ws.path}/f.txt`, 0o640);
    const edit = createEditTool(testServices(ws.path));
    const input = { file_path: "f.txt", old_string: place, new_string: now };
    const result = await callTool(ws.path, edit, input);
    expect(result.isError).toBeUndefined();
    expect(readFileSync(`${ws.path}/f.txt`, "utf8") === before.replace(place, now)).toBe(true);
    expect(statSync(`${ws.path}/f.txt`).mode & 0o777).toBe(0o640);
    expect(readdirSync(ws.path)).toEqual(["f.txt"]);
    expect(String(result.details?.patch).split("\n").length).toBeLessThan(20);
  });
}

test("all occurrences in a large file, in one call", async () => {
  using ws = workspace({ "f.txt": HALF });
  const edit = createEditTool(testServices(ws.path));
  const input = { file_path: "f.txt", old_string: "lazy", new_string: "busy old", replace_all: true };
  const result = await callTool(ws.path, edit, input);
  expect(readFileSync(`${ws.path}/f.txt`, "utf8") === HALF.replaceAll("lazy", "busy old")).toBe(true);
  expect(Buffer.byteLength(String(result.details?.patch))).toBeLessThan(300 * 1024);
});

test("a million occurrences in one line cost one look at the line, not a million", async () => {
  const line = "abc ".repeat(1_000_000);
  using ws = workspace({ "f.txt": `first\r\n${line}` });
  const edit = createEditTool(testServices(ws.path));
  const input = { file_path: "f.txt", old_string: "abc", new_string: "a\nb", replace_all: true };
  expect((await callTool(ws.path, edit, input)).isError).toBeUndefined();
  const wanted = `first\r\n${line.replaceAll("abc", "a\r\nb")}`;
  expect(readFileSync(`${ws.path}/f.txt`, "utf8") === wanted).toBe(true);
});

test("thousands of changed lines are not compared one by one: the patch has them as replaced whole", async () => {
  using ws = workspace({ "f.txt": "one\nkept\n".repeat(700) });
  const edit = createEditTool(testServices(ws.path));
  const input = { file_path: "f.txt", old_string: "one", new_string: "two", replace_all: true };
  const patch = String((await callTool(ws.path, edit, input)).details?.patch);
  expect(patch).toContain("@@ -1,1400 +1,1400 @@\n-one\n-kept\n");
  expect(patch).toEndWith("+two\n+kept\n");
});

test("an edit of a large file that is refused leaves nothing behind", async () => {
  using ws = workspace({ "f.txt": HALF });
  const edit = createEditTool(testServices(ws.path));
  const result = await callTool(ws.path, edit, { file_path: "f.txt", old_string: "fox", new_string: "x" });
  expect(result.text).toStartWith("Found at least 10000 times");
  expect(readdirSync(ws.path)).toEqual(["f.txt"]);
});

test("a large file with hard links is written in place", async () => {
  using ws = workspace({ "f.txt": `${HALF}end` });
  linkSync(`${ws.path}/f.txt`, `${ws.path}/g.txt`);
  const edit = createEditTool(testServices(ws.path));
  await callTool(ws.path, edit, { file_path: "f.txt", old_string: "end", new_string: "END" });
  expect(readFileSync(`${ws.path}/g.txt`, "utf8").endsWith("dog\nEND")).toBe(true);
  expect(readdirSync(ws.path).sort()).toEqual(["f.txt", "g.txt"]);
});
