import { resolve } from "node:path";
import type { Ran, RunOptions } from "./binary.ts";

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
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const signal = child.signalCode === null ? null : String(child.signalCode);
  return { stdout, stderr, exitCode: signal === null ? exitCode : null, signal };
}
