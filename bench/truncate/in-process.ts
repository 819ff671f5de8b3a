/**
 * The gates on a string of 100 MB in memory, and pi's truncateHead and truncateTail on the same string.
 * `(cd bench && bun install) && bun bench/truncate/in-process.ts`
 */
import { headTailOfText, prefixLinesOfText } from "../../src/output/gates/whole-text.ts";
import { median } from "../measure.ts";

interface PiTruncation {
  truncateHead(text: string, limits: { maxBytes: number; maxLines: number }): unknown;
  truncateTail(text: string, limits: { maxBytes: number; maxLines: number }): unknown;
}

// By a name that the type checker does not resolve: the package is installed in bench/ alone.
const PI: string = "@earendil-works/pi-coding-agent";
const { truncateHead, truncateTail } = (await import(PI)) as PiTruncation;

const KIB = 1024;
const SIZE = 100_000_000;
const ROUNDS = 7;

const text = (piece: string) => piece.repeat(Math.ceil(SIZE / Buffer.byteLength(piece)));
const INPUTS: readonly (readonly [string, string])[] = [
  ["log lines", text("2026-01-02T03:04:05.678 INFO worker-7 finished task 123456 in 42 ms\n")],
  ["short lines", text("y\n")],
  ["CJK lines", text("信息 模块处理完成 用时毫秒 第一二三四行\n")],
  ["one line", text('{"key":"value","list":[1,2,3]},')],
];

/** The limits of each are the same, so that the same work is compared. */
const GATES: readonly (readonly [string, (input: string) => unknown])[] = [
  ["head and tail, 24 KiB", (input) => headTailOfText(input, 24 * KIB)],
  [
    "prefix, 50 KiB or 2,000 lines",
    (input) => prefixLinesOfText(input, { maxBytes: 50 * KIB, maxLines: 2000 }),
  ],
  [
    "pi truncateHead, 50 KiB or 2,000 lines",
    (input) => truncateHead(input, { maxBytes: 50 * KIB, maxLines: 2000 }),
  ],
  [
    "pi truncateTail, 50 KiB or 2,000 lines",
    (input) => truncateTail(input, { maxBytes: 50 * KIB, maxLines: 2000 }),
  ],
];

console.log(
  `| gate | ${INPUTS.map(([name]) => name).join(" | ")} |\n|---|${INPUTS.map(() => "---|").join("")}`,
);
for (const [name, gate] of GATES) {
  const cells: string[] = [];
  for (const [, input] of INPUTS) cells.push(`${(await speed(input, gate)).toFixed(0)} MB/s`);
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}

async function speed(input: string, gate: (input: string) => unknown): Promise<number> {
  const bytes = Buffer.byteLength(input);
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await gate(input);
    seconds.push((performance.now() - started) / 1000);
  }
  return bytes / median(seconds) / 1_000_000;
}
