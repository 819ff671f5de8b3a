import { type ChildProcess, spawn } from "node:child_process";
import { kill } from "node:process";
import type { Environment } from "../../config/host.ts";
import { brokerFault } from "./errors.ts";
import { COMMAND_DRAIN_MS, COMMAND_TIMEOUT_MS, MAX_TOKEN_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";

export interface CommandPlace {
  readonly environment: Environment;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** Ends the command with all that it started. */
  readonly signal: AbortSignal;
  /** Milliseconds that it gets. */
  readonly timeoutMs?: number;
}

/**
 * What a token command prints, read until the command itself ends: what it started and left behind may hold its
 * output open for ever, and is ended with it. It runs without a shell, in a session of its own; its messages are not
 * shown, they may hold the token. @throws Fault `token_unusable`.
 */
export function commandOutput(argv: readonly string[], place: CommandPlace): Promise<string> {
  const [program = "", ...args] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: place.cwd,
      env: { ...place.environment },
      stdio: ["ignore", "pipe", "ignore"],
      detached: place.platform !== "win32",
      windowsHide: true,
    });
    const end = (): void => endGroup(child, place.platform);
    const settle = (problem?: string): void => {
      clearTimeout(timer);
      place.signal.removeEventListener("abort", stop);
      end();
      child.stdout.destroy();
      if (problem === undefined) resolve(output);
      else reject(brokerFault.tokenUnusable(problem));
    };
    const stop = (): void => settle(texts.commandFailed(program, texts.stopped));
    const late = (): void => settle(texts.commandFailed(program, texts.timedOut(timeoutMs / 1000)));
    const timeoutMs = place.timeoutMs ?? COMMAND_TIMEOUT_MS;
    const timer = setTimeout(late, timeoutMs);
    place.signal.addEventListener("abort", stop, { once: true });
    let output = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (chunk: string) => {
      output += chunk;
      if (output.length > MAX_TOKEN_BYTES) settle(texts.commandOutput(program));
    });
    child.once("error", (error: NodeJS.ErrnoException) =>
      settle(texts.commandFailed(program, error.code ?? error.message)),
    );
    child.once("exit", (code, killedBy) => {
      if (code !== 0) return settle(texts.commandFailed(program, killedBy ?? `exit code ${code}`));
      // What it printed last may still stand in the pipe.
      const drained = setTimeout(() => settle(), COMMAND_DRAIN_MS);
      child.once("close", () => {
        clearTimeout(drained);
        settle();
      });
    });
    if (place.signal.aborted) stop();
  });
}

/** The command leads a group of its own, which outlives it as long as somebody is in it. */
function endGroup(child: ChildProcess, platform: NodeJS.Platform): void {
  if (child.pid === undefined) return;
  try {
    if (platform === "win32") child.kill("SIGKILL");
    else kill(-child.pid, "SIGKILL");
  } catch {
    // Nobody is in it any more.
  }
}
