import { expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, ftruncateSync, openSync } from "node:fs";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

// Long work, on a machine that may be busy.
setDefaultTimeout(60_000);

/** A text of 40,000 lines, then NULs up to the size: a sparse file, which costs no disk. */
function largeFile(size: number) {
  const text = Array.from({ length: 40_000 }, (_, index) => `line ${index + 1}\n`).join("");
  const ws = workspace({ "f.txt": text });
  const file = openSync(`${ws.path}/f.txt`, "r+");
  ftruncateSync(file, size);
  closeSync(file);
  return ws;
}

test("a file over 16 MiB is read only as far as was asked for, and its lines are not counted", async () => {
  using ws = largeFile(2 ** 31);
  const read = createReadTool(testServices(ws.path));
  for (const offset of [1, 39_000]) {
    const result = await callTool(ws.path, read, { path: "f.txt", offset, limit: 10 });
    const last = offset + 9;
    expect(result.text).toEndWith(
      `${String(last).padStart(6)}→line ${last}\n` +
        `[Lines ${offset}-${last} (more follow) shown. Go on with offset=${last + 1}.]`,
    );
    expect(result.details).not.toHaveProperty("total_lines");
  }
});

test("a file over 16 MiB that is read to its end says how many lines there are", async () => {
  using ws = largeFile(17 * 1024 * 1024);
  const read = createReadTool(testServices(ws.path));
  const past = await callTool(ws.path, read, { path: "f.txt", offset: 50_000 });
  expect(past.text).toContain("it has 40001 lines");
});

test("a single endless line is stored whole while it is read", async () => {
  using ws = workspace({ "f.txt": "word ".repeat(4_000_000) });
  const result = await callTool(ws.path, createReadTool(testServices(ws.path)), { path: "f.txt" });
  expect(result.text).toEndWith('.readable.v1.jsonl".]');
  expect(result.text).toContain("has 20000000 bytes");
});

test("an abort ends the reading of a large file", async () => {
  using ws = largeFile(2 ** 33);
  const abort = new AbortController();
  const read = createReadTool(testServices(ws.path));
  const running = callTool(ws.path, read, { path: "f.txt", offset: 10_000_000 }, { signal: abort.signal });
  setTimeout(() => abort.abort(), 20);
  expect((await running).details?.aborted).toBe(true);
});
