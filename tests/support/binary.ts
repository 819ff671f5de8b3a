import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { thisMachine } from "../../scripts/targets.ts";
import { finished, type Ran } from "./finished.ts";

/** The compiled program under test. */
export const BINARY = join(resolve(import.meta.dirname, "../.."), "dist", thisMachine().executable);

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string | Uint8Array;
}

/**
 * Runs the compiled program to its end. Its environment is a small, fixed one: nothing of the machine that
 * runs the tests decides what they see.
 */
export async function turnkit(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return finished(startTurnkit(args, options));
}

/** Starts it, for tests that send signals or stop reading. */
export function startTurnkit(args: readonly string[], options: RunOptions = {}) {
  if (!existsSync(BINARY)) throw new Error("There is no binary to test: run `bun run build` first");
  return Bun.spawn([BINARY, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, HOME: "/nonexistent", LANG: "C.UTF-8", ...options.env },
    stdin: options.stdin === undefined ? "ignore" : new Blob([options.stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
}
