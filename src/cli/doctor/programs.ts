import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cacheDir } from "../../config/cache-dir.ts";
import type { BuiltEnvironments } from "../../config/child-environment.ts";
import { findOnPath, findPrograms } from "../../config/programs.ts";
import { isProgramIntact, unpackProgram } from "../../config/unpack-program.ts";
import { isFault, messageOf } from "../../output/fault.ts";
import { doctorTexts as texts } from "./texts.ts";
import { type Check, type Examined, failed, ok, warning } from "./types.ts";

const run = promisify(execFile);

/** How long a program may take to say its version. */
const RUN_LIMIT_MS = 10_000;

/** Starts rg, the shell and git, each with the environment it gets in a turn. */
export async function checkPrograms(
  examined: Examined,
  environments: BuiltEnvironments,
): Promise<readonly Check[]> {
  const started: Started = { examined, environments };
  return [await checkRipgrep(started), await checkShell(started), await checkGit(started)];
}

interface Started {
  readonly examined: Examined;
  readonly environments: BuiltEnvironments;
}

async function checkRipgrep(started: Started): Promise<Check> {
  const { host } = started.examined;
  const options = { cacheDir: cacheDir(host), platform: host.platform };
  try {
    const embedded = await unpackProgram("rg", options);
    if (embedded !== undefined && !(await isProgramIntact("rg", options))) {
      return failed("rg", texts.ripgrepDamaged(embedded), texts.ripgrepDamagedFix(embedded));
    }
    const path = embedded ?? findOnPath("rg", host);
    if (path === undefined) return failed("rg", texts.noRipgrep, texts.noRipgrepFix);
    return await versionOf("rg", path, started);
  } catch (error) {
    if (!isFault(error)) throw error;
    const found = texts.ripgrepBroken(error.message);
    const other = findOnPath("rg", host);
    return other === undefined ? failed("rg", found, error.hint) : warning("rg", found, error.hint);
  }
}

async function checkShell({ examined, environments }: Started): Promise<Check> {
  const shell = await findPrograms(examined.host).shell();
  if (shell === undefined) return failed("shell", texts.noShell, texts.noShellFix);
  const problem = await problemOf(shell.path, ["-c", "exit 0"], environments.command);
  if (problem !== undefined) return failed("shell", texts.shellBroken(shell.path, problem), texts.noShellFix);
  return ok("shell", texts.program(shell.path, ""));
}

async function checkGit(started: Started): Promise<Check> {
  const path = findOnPath("git", started.examined.host);
  if (path === undefined) return warning("git", texts.noGit, texts.noGitFix);
  return versionOf("git", path, started);
}

async function versionOf(name: string, path: string, { environments }: Started): Promise<Check> {
  try {
    const { stdout } = await run(path, ["--version"], options(environments.helper));
    return ok(name, texts.program(path, stdout.split("\n", 1)[0] ?? ""));
  } catch (error) {
    return failed(name, texts.shellBroken(path, failureOf(error)));
  }
}

async function problemOf(
  path: string,
  args: readonly string[],
  env: BuiltEnvironments["command"],
): Promise<string | undefined> {
  try {
    await run(path, [...args], options(env));
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

function options(env: BuiltEnvironments["command"]) {
  return { env: { ...env }, timeout: RUN_LIMIT_MS, encoding: "utf8", windowsHide: true } as const;
}

function failureOf(error: unknown): string {
  const { code } = error as { code?: number | string };
  return code === undefined || code === null ? messageOf(error) : texts.ended(code);
}
