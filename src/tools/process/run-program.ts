import { kill } from "node:process";
import type { Environment } from "../../config/host.ts";
import { type Child, startChild } from "./child.ts";
import type { Native } from "./native.ts";
import type { ProcessScope } from "./scope.ts";

/** A helper program that starts no others and leaves nothing half-done when it is killed: rg, git that reads. */
export interface Program {
  /** Absolute path. */
  readonly path: string;
  readonly environment: Environment;
  readonly processes: ProcessScope;
  readonly native: Native;
  /** Aborted when the call is aborted or its time is over. */
  readonly signal: AbortSignal;
}

export interface ProgramRun {
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Bytes of its output that are taken; with more it is ended. */
  readonly maxBytes: number;
  /** Looks at each piece of output; `false` ends the run, which then counts as `stopped`. */
  readonly onOutput?: (chunk: Uint8Array) => boolean;
  /** False: what `onOutput` has seen is not kept. */
  readonly keep?: boolean;
}

/**
 * `done`: ran to its end. `full`: printed more than is taken, the rest is missing. `stopped`: the caller had
 * seen enough. `aborted`: the signal.
 */
export type ProgramEnd = "done" | "full" | "stopped" | "aborted";

export interface ProgramOutput {
  readonly end: ProgramEnd;
  /** Null unless `done`. */
  readonly code: number | null;
  readonly stdout: Buffer;
  /** Of stdout, whether kept or not. */
  readonly bytes: number;
  /** Its messages, cut at 64 KiB. */
  readonly stderr: string;
  /** Lines of messages, whether kept or not. */
  readonly messages: number;
}

const MAX_MESSAGE_BYTES = 64 * 1024;
/** The code of a program that was ended by a signal that was not ours. */
const KILLED = 2;

/** Runs a helper program and collects what it prints. @throws the system's error when it cannot be started. */
export async function runProgram(program: Program, run: ProgramRun): Promise<ProgramOutput> {
  const taken = new Taken(run);
  let end: ProgramEnd = "done";
  let child: Child | undefined;
  const stop = (why: ProgramEnd): void => {
    if (end !== "done") return;
    end = why;
    if (child !== undefined) endNow(child);
  };
  const onAbort = () => stop("aborted");
  program.signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (program.signal.aborted) return taken.output("aborted", null);
    child = await startChild({
      program: program.path,
      args: run.args,
      cwd: run.cwd,
      environment: program.processes.marked(program.environment).environment,
      native: program.native,
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
    return taken.output(end, end === "done" ? (exit.code ?? KILLED) : null);
  } finally {
    child?.close();
    program.signal.removeEventListener("abort", onAbort);
  }
}

function endNow(child: Child): void {
  child.mute();
  child.close();
  try {
    kill(child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** What a program has printed, within the limits. */
class Taken {
  readonly #run: ProgramRun;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  readonly #errors: Uint8Array[] = [];
  #errorBytes = 0;
  #messages = 0;

  constructor(run: ProgramRun) {
    this.#run = run;
  }

  /** The part of a chunk that is within the limit. */
  take(chunk: Uint8Array): Uint8Array {
    const room = this.#run.maxBytes - this.#bytes;
    const part = chunk.length <= room ? chunk : chunk.subarray(0, room);
    if (this.#run.keep !== false) this.#chunks.push(part);
    this.#bytes += part.length;
    return part;
  }

  message(chunk: Uint8Array): void {
    for (const byte of chunk) if (byte === 0x0a) this.#messages++;
    if (this.#errorBytes >= MAX_MESSAGE_BYTES) return;
    this.#errors.push(chunk);
    this.#errorBytes += chunk.length;
  }

  output(end: ProgramEnd, code: number | null): ProgramOutput {
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
