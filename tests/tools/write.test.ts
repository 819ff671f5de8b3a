import { expect, test } from "bun:test";
import { chmodSync, existsSync, linkSync, readdirSync, readFileSync } from "node:fs";
import { createWriteTool } from "../../src/tools/write/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const write = (ws: Workspace, path: string, content: string) =>
  callTool(ws.path, createWriteTool(testServices(ws.path)), { path, content });

test("a new file is written with its folders, and the result says so", async () => {
  using ws = workspace();
  const result = await write(ws, "a/b/c.txt", "héllo\n");
  expect(result.text).toBe('Created "a/b/c.txt": wrote 7 bytes.');
  expect(result.details).toMatchObject({ bytes_written: 7, overwrote: false });
  expect(result.details?.patch).toBe("--- /dev/null\n+++ b/a/b/c.txt\n@@ -0,0 +1,1 @@\n+héllo\n");
  expect(readFileSync(`${ws.path}/a/b/c.txt`, "utf8")).toBe("héllo\n");
  expect(readdirSync(`${ws.path}/a/b`)).toEqual(["c.txt"]);
});

test("an existing file is overwritten, and the patch is a unified diff", async () => {
  using ws = workspace({ "f.txt": "1\n2\n3\n4\n5\n6\n7\n8\n9\n" });
  const result = await write(ws, "f.txt", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n");
  expect(result.text).toBe('Overwrote "f.txt": wrote 21 bytes, it had 18.');
  expect(result.details?.patch).toBe(
    "--- a/f.txt\n+++ b/f.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
  );
});

test("hard links stay: the file is written in place, and said", async () => {
  using ws = workspace({ "f.txt": "a longer old content" });
  linkSync(`${ws.path}/f.txt`, `${ws.path}/g.txt`);
  const result = await write(ws, "f.txt", "new");
  expect(readFileSync(`${ws.path}/g.txt`, "utf8")).toBe("new");
  expect(result.text).toContain("2 names (hard links)");
  expect(result.details?.in_place).toBe("hard_links");
});

test("a read-only file is refused, by root too", async () => {
  using ws = workspace({ "f.txt": "old" });
  chmodSync(`${ws.path}/f.txt`, 0o444);
  const result = await write(ws, "f.txt", "new");
  expect(result.isError).toBe(true);
  expect(result.text).toContain("read-only");
  expect(readFileSync(`${ws.path}/f.txt`, "utf8")).toBe("old");
});

test("a folder, and a path through a file, are refused and leave nothing behind", async () => {
  using ws = workspace({ "f.txt": "old", "d/x": "" });
  expect((await write(ws, "d", "new")).text).toContain("it is a folder");
  expect((await write(ws, "f.txt/g/h.txt", "new")).isError).toBe(true);
  expect(readdirSync(ws.path).sort()).toEqual(["d", "f.txt"]);
});

test("an aborted write changes nothing and leaves no temporary file or folder", async () => {
  using ws = workspace({ "f.txt": "old" });
  const tool = createWriteTool(testServices(ws.path));
  const abort = new AbortController();
  const input = { path: "n/f.txt", content: "x".repeat(5_000_000) };
  const running = callTool(ws.path, tool, input, { signal: abort.signal });
  await Promise.resolve();
  abort.abort();
  expect(await running).toMatchObject({ isError: true, details: { aborted: true } });
  expect(existsSync(`${ws.path}/n`)).toBe(false);
});

test("names that models know are taken; content that is no text is refused", async () => {
  using ws = workspace();
  const tool = createWriteTool(testServices(ws.path));
  expect((await callTool(ws.path, tool, { file_path: "a.txt", content: "x" })).isError).toBeUndefined();
  expect((await callTool(ws.path, tool, { path: "b.json", content: { a: 1 } })).isError).toBe(true);
  expect((await callTool(ws.path, tool, { path: "b.txt", content: "\ud800" })).isError).toBe(true);
  expect(readdirSync(ws.path)).toEqual(["a.txt"]);
});
