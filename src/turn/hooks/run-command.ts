import { closeSync, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../config/host.ts";
import { endProcessTrees } from "../../config/process-tree.ts";
import { systemReason } from "../../output/system-error.ts";
import { type Child, type OutputStream, startChild } from "../../tools/process/child.ts";
import { loadNative } from "../../tools/process/native.ts";
import type { ProcessScope } from "../../tools/process/scope.ts";
import type { Programs } from "../../tools/services.ts";
import { HOOK_DRAIN_MS, MAX_HOOK_OUTPUT_BYTES } from "../limits.ts";
import { hookTexts as texts } from "./texts.ts";

export interface HookPlace {
  readonly programs: Programs;
  readonly processes: ProcessScope;
  readonly environment: Environment;
  readonly workspace: string;
}

export interface HookRun {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one hook command by the shell, its JSON on stdin; what it leaves running ends with the turn.
 * @throws Error when it cannot be started, or does not end in time: the call fails then, and only that.
 */
export async function runHookCommand(
  command: string,
  input: unknown,
  { place, timeoutMs }: { readonly place: HookPlace; readonly timeoutMs: number },
): Promise<HookRun> {
  const stdin = inputFile(JSON.stringify(input));
  const pieces: Record<OutputStream, Buffer[]> = { stdout: [], stderr: [] };
  let bytes = 0;
  try {
    const child = await start(command, place, stdin, (stream, chunk) => {
      if (bytes < MAX_HOOK_OUTPUT_BYTES) pieces[stream].push(Buffer.from(chunk));
      bytes += chunk.length;
    });
    const code = await endOf(child, place.processes.platform, timeoutMs);
    return {
      code,
      stdout: Buffer.concat(pieces.stdout).toString("utf8"),
      stderr: Buffer.concat(pieces.stderr).toString("utf8"),
    };
  } finally {
    closeSync(stdin);
  }
}

/**
 * The input as an open file without a name. A pipe of the runtime would be a socket, and a bash that finds a
 * socket as its stdin takes itself for a remote shell and runs the user's start-up file first.
 */
function inputFile(text: string): number {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString("hex");
  const path = join(tmpdir(), `turnkit-hook-${random}`);
  const file = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  // At a position, so that the child begins to read at the start.
  writeSync(file, text, 0);
  return file;
}

async function start(
  command: string,
  place: HookPlace,
  stdin: number,
  onOutput: (stream: OutputStream, chunk: Uint8Array) => void,
): Promise<Child> {
  const shell = await place.programs.shell();
  if (shell === undefined) throw new Error(texts.noShell);
  const { environment } = place.processes.marked({
    ...place.environment,
    CLAUDE_PROJECT_DIR: place.workspace,
    TURNKIT_PROJECT_DIR: place.workspace,
  });
  try {
    return await startChild({
      program: shell.path,
      args: ["-c", command],
      cwd: place.workspace,
      environment,
      onOutput,
      stdin,
      native: await loadNative(place.processes.platform),
    });
  } catch (error) {
    throw new Error(texts.cannotStart(systemReason(error)));
  }
}

/** The exit code, after a moment for output that is still on its way. */
async function endOf(child: Child, platform: NodeJS.Platform, timeoutMs: number): Promise<number | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  const exit = await Promise.race([child.exited, late]);
  clearTimeout(timer);
  if (exit === undefined) {
    await endProcessTrees([child.pid], { platform, graceMs: 0 });
    child.close();
    throw new Error(texts.timedOut(timeoutMs / 1000));
  }
  await Promise.race([child.drained, new Promise((resolve) => setTimeout(resolve, HOOK_DRAIN_MS))]);
  child.close();
  return exit.code;
}
