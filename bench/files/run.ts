/** edit of a 50 MB file against `cp`, and the first lines of a 2 GiB file. `bun bench/files/run.ts` */
import { closeSync, ftruncateSync, openSync, writeFileSync } from "node:fs";
import { createEditTool } from "../../src/tools/edit/tool.ts";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { callTool, testServices } from "../../tests/support/tools.ts";
import { workspace } from "../../tests/support/workspace.ts";
import { median } from "../measure.ts";

const ROUNDS = 15;
const LINE = "the quick brown fox jumps over the lazy dog 12345\n";
const HALF = LINE.repeat(500_000);

using ws = workspace({ "f.txt": `first\n${HALF}middle\n${HALF}last\n` });
const services = testServices(ws.path);
const edit = createEditTool(services);
const read = createReadTool(services);
const ms = (values: readonly number[]): string => `${median(values).toFixed(1)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function edited(old_string: string, new_string: string): Promise<void> {
  const result = await callTool(ws.path, edit, { file_path: "f.txt", old_string, new_string });
  if (result.isError === true) throw new Error(result.text);
}

console.log("| edit of 50 MB | turnkit | cp | ratio |\n|---|---|---|---|");
for (const [place, old, now] of [
  ["same length", "middle\n", "MIDDLE\n"],
  ["grows in the middle", "middle\n", "middle and more\n"],
  ["grows at the start", "first\n", "first of all\n"],
] as const) {
  const edits: number[] = [];
  const copies: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    copies.push(await timed(async () => Bun.spawnSync(["cp", "f.txt", "copy.txt"], { cwd: ws.path })));
    edits.push(await timed(() => edited(old, now)));
    await edited(now, old);
  }
  const ratios = edits.map((time, round) => time / (copies[round] ?? time));
  console.log(`| ${place} | ${ms(edits)} | ${ms(copies)} | ${median(ratios).toFixed(2)} |`);
}

writeFileSync(`${ws.path}/big.txt`, HALF);
const big = openSync(`${ws.path}/big.txt`, "r+");
ftruncateSync(big, 2 ** 31);
closeSync(big);
const before = process.memoryUsage().rss;
const reads: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  reads.push(await timed(() => callTool(ws.path, read, { path: "big.txt", limit: 100 })));
}
const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
console.log(`\nFirst 100 lines of 2 GiB: ${ms(reads)}, ${grown.toFixed(1)} MiB more memory`);
