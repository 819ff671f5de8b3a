import { spawn } from "node:child_process";
import { cacheDir } from "../../config/cache-dir.ts";
import type { BuiltEnvironments } from "../../config/child-environment.ts";
import { findOnPath, findPrograms } from "../../config/programs.ts";
import { isProgramIntact, unpackProgram } from "../../config/unpack-program.ts";
import { isFault } from "../../output/fault.ts";
import { doctorTexts as texts } from "./texts.ts";
import { type Check, type Examined, failed, ok, warning } from "./types.ts";

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
  const { problem } = await run(shell.path, ["-c", "exit 0"], environments.command);
  if (problem !== undefined) return failed("shell", texts.shellBroken(shell.path, problem), texts.noShellFix);
  return ok("shell", texts.program(shell.path, ""));
}

async function checkGit(started: Started): Promise<Check> {
  const path = findOnPath("git", started.examined.host);
  if (path === undefined) return warning("git", texts.noGit, texts.noGitFix);
  return versionOf("git", path, started);
}

async function versionOf(name: string, path: string, { environments }: Started): Promise<Check> {
  const ran = await run(path, ["--version"], environments.helper);
  if (ran.problem !== undefined) return failed(name, texts.shellBroken(path, ran.problem));
  return ok(name, texts.program(path, ran.stdout.split("\n", 1)[0] ?? ""));
}

interface Ran {
  readonly stdout: string;
  /** Undefined when it ended with 0. */
  readonly problem?: string;
}

/**
 * Runs a program to its end. Its stdin is empty and no pipe: bash takes a socket there for a remote shell
 * and reads the user's start-up files first.
 */
function run(path: string, args: readonly string[], env: BuiltEnvironments["command"]): Promise<Ran> {
  return new Promise((resolve) => {
    let stdout = "";
    const child = spawn(path, [...args], {
      env: { ...env },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: RUN_LIMIT_MS,
      windowsHide: true,
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.on("error", (error) => resolve({ stdout, problem: error.message }));
    child.on("close", (code, signal) => {
      resolve(code === 0 ? { stdout } : { stdout, problem: texts.ended(code ?? signal ?? "") });
    });
  });
}
