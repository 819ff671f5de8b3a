import { resolve } from "node:path";
import type { RunOptions } from "./binary.ts";
import { finished, type Ran } from "./finished.ts";

/** This program from source, as a command. */
export const SOURCE_COMMAND = [process.execPath, resolve(import.meta.dirname, "../../src/main.ts")] as const;

/** Runs the program from source in a process of its own, with a small, fixed environment. */
export async function turnkitFromSource(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = Bun.spawn([...SOURCE_COMMAND, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, HOME: "/nonexistent", LANG: "C.UTF-8", ...options.env },
    stdin: options.stdin === undefined ? "ignore" : new Blob([options.stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  return finished(child);
}
