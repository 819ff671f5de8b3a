import { pathToFileURL } from "node:url";
import type { Environment } from "../config/host.ts";

export interface ForeignProgram {
  /** Absolute path of a verified JavaScript module. */
  readonly path: string;
  readonly args: readonly string[];
  /** All of its environment. */
  readonly env: Environment;
}

/**
 * Becomes another program: this process gets its arguments and its environment, then imports it. Never started
 * as "bun FILE", which would run the project files of whatever folder this is. @returns its exit code so far; it may
 * still be at work, and then sets `process.exitCode` itself.
 */
export async function becomeProgram({ path, args, env }: ForeignProgram): Promise<number> {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(1, process.argv.length, path, ...args);
  await import(pathToFileURL(path).href);
  return Number(process.exitCode ?? 0);
}
