import { kill } from "node:process";
import type { Environment } from "../../config/host.ts";
import { type Child, startChild } from "../process/child.ts";
import type { Native } from "../process/native.ts";
import type { ProcessScope } from "../process/scope.ts";
import { MAX_RG_MESSAGE_BYTES, MAX_RG_OUTPUT_BYTES } from "./limits.ts";

/** What every run of ripgrep in one call shares. */
export interface Ripgrep {
  /** Absolute path of the program. */
  readonly program: string;
  readonly environment: Environment;
  readonly processes: ProcessScope;
  readonly native: Native;
  /** Aborted when the call is aborted or its time is over. */
  readonly signal: AbortSignal;
}

export interface RipgrepRun {
  readonly args: readonly string[];
  /** Absolute; the folder that is searched. */
  readonly cwd: string;
  /** Looks at each piece of output; `false` ends the run, which then counts as `stopped`. */
  readonly onOutput?: (chunk: Uint8Array) => boolean;
  /** False: what `onOutput` has seen is not kept. */
  readonly keep?: boolean;
}

/**
 * `done`: ran to its end. `full`: printed more than one search takes, the rest is missing. `stopped`: the
 * caller had seen enough. `aborted`: the signal.
 */
export type RipgrepEnd = "done" | "full" | "stopped" | "aborted";

export interface RipgrepOutput {
  readonly end: RipgrepEnd;
  /** 0: found, 1: found nothing, 2: a bad pattern, or files that could not be read; null unless `done`. */
  readonly code: number | null;
  /** At most 8 MiB. */
  readonly stdout: Buffer;
  /** Of stdout, whether kept or not. */
  readonly bytes: number;
  /** Its messages, cut at 64 KiB. */
  readonly stderr: string;
  /** Lines of messages, whether kept or not. */
  readonly messages: number;
}

/** Runs ripgrep and collects what it prints. @throws the system's error when it cannot be started. */
export async function runRipgrep(rg: Ripgrep, run: RipgrepRun): Promise<RipgrepOutput> {
  const taken = new Taken(run.keep !== false);
  let end: RipgrepEnd = "done";
  let child: Child | undefined;
  const stop = (why: RipgrepEnd): void => {
    if (end !== "done") return;
    end = why;
    if (child !== undefined) endNow(child);
  };
  const onAbort = () => stop("aborted");
  rg.signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (rg.signal.aborted) return taken.output("aborted", null);
    child = await startChild({
      program: rg.program,
      args: ["--no-config", ...run.args],
      cwd: run.cwd,
      environment: rg.processes.marked(rg.environment).environment,
      native: rg.native,
      onOutput: (stream, chunk) => {
        if (end !== "done") return;
        if (stream === "stderr") return taken.message(chunk);
        // Cut at the very byte, so that the same output is always taken to the same place.
        const part = taken.take(chunk);
        if (run.onOutput?.(part) === false) stop("stopped");
        else if (part.length < chunk.length) stop("full");
      },
    });
    // Aborted while it was started.
    if (end !== "done") endNow(child);
    const exit = await child.exited;
    if (end === "done") await child.drained;
    return taken.output(end, end === "done" ? (exit.code ?? 2) : null);
  } finally {
    child?.close();
    rg.signal.removeEventListener("abort", onAbort);
  }
}

/** ripgrep starts no programs and writes no files: there is nothing that it could finish. */
function endNow(child: Child): void {
  child.mute();
  child.close();
  try {
    kill(child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** What ripgrep has printed, within the limits. */
class Taken {
  readonly #keep: boolean;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  readonly #errors: Uint8Array[] = [];
  #errorBytes = 0;
  #messages = 0;

  constructor(keep: boolean) {
    this.#keep = keep;
  }

  /** The part of a chunk that is within the limit. */
  take(chunk: Uint8Array): Uint8Array {
    const room = MAX_RG_OUTPUT_BYTES - this.#bytes;
    const part = chunk.length <= room ? chunk : chunk.subarray(0, room);
    if (this.#keep) this.#chunks.push(part);
    this.#bytes += part.length;
    return part;
  }

  message(chunk: Uint8Array): void {
    for (const byte of chunk) if (byte === 0x0a) this.#messages++;
    if (this.#errorBytes >= MAX_RG_MESSAGE_BYTES) return;
    this.#errors.push(chunk);
    this.#errorBytes += chunk.length;
  }

  output(end: RipgrepEnd, code: number | null): RipgrepOutput {
    return {
      end,
      code,
      stdout: Buffer.concat(this.#chunks),
      bytes: this.#bytes,
      stderr: Buffer.concat(this.#errors).toString(),
      messages: this.#messages,
    };
  }
}
