/** Inputs of the truncate benchmarks, made in a temporary folder. */
import { closeSync, openSync, writeSync } from "node:fs";

export const MIB = 1024 * 1024;

const LOG = Buffer.from(
  Array.from(
    { length: 20_000 },
    (_, n) => `2026-01-02T03:04:05.${n % 1000} INFO worker-${n % 16} finished task ${n} in ${n % 97} ms\n`,
  ).join(""),
);
const ONE_LINE = Buffer.alloc(LOG.length, '{"key":"value","list":[1,2,3]},');

/** A log of many lines, or one line without end, of exactly so many bytes. */
export function writeInput(path: string, bytes: number, shape: "lines" | "one line"): string {
  const block = shape === "lines" ? LOG : ONE_LINE;
  const fd = openSync(path, "w");
  for (let left = bytes; left > 0; left -= block.length)
    writeSync(fd, block, 0, Math.min(left, block.length));
  closeSync(fd);
  return path;
}
