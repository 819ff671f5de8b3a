import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { kill } from "node:process";
import type { Environment } from "../../config/host.ts";
import { messageOf } from "../../output/fault.ts";
import type { ProcessScope } from "../../tools/process/scope.ts";
import type { Programs } from "../../tools/services.ts";
import { MAX_HOOK_OUTPUT_BYTES } from "../limits.ts";
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
  const shell = await place.programs.shell();
  if (shell === undefined) throw new Error(texts.cannotStart("there is no shell"));
  const { environment } = place.processes.marked({
    ...place.environment,
    CLAUDE_PROJECT_DIR: place.workspace,
    TURNKIT_PROJECT_DIR: place.workspace,
  });
  const child = spawn(shell.path, ["-c", command], {
    cwd: place.workspace,
    env: environment,
    detached: place.processes.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe"],
  });
  return ended(child, JSON.stringify(input), timeoutMs);
}

function ended(child: ChildProcessWithoutNullStreams, input: string, timeoutMs: number): Promise<HookRun> {
  return new Promise((resolve, reject) => {
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    const timer = setTimeout(() => {
      endGroup(child);
      reject(new Error(texts.timedOut(timeoutMs / 1000)));
    }, timeoutMs);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(new Error(texts.cannotStart(messageOf(error))));
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, stdout: stdout(), stderr: stderr() });
    });
    // A hook need not read its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** What comes, up to a bound; the rest is read and dropped. */
function collect(stream: NodeJS.ReadableStream): () => string {
  const pieces: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    if (bytes < MAX_HOOK_OUTPUT_BYTES) pieces.push(chunk.subarray(0, MAX_HOOK_OUTPUT_BYTES - bytes));
    bytes += chunk.length;
  });
  return () => Buffer.concat(pieces).toString("utf8");
}

/** The command and what it started in its group; what has left the group ends with the turn. */
function endGroup(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}
