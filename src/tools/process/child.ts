import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import type { Readable } from "node:stream";
import type { ByteReader, Native, NativePipe } from "./native.ts";

export type OutputStream = "stdout" | "stderr";

export interface ChildOptions {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Called for each piece as it comes, until `mute`; must not throw. */
  readonly onOutput: (stream: OutputStream, chunk: Uint8Array) => void;
  /** An open file to read from, closed by whoever opened it; absent: stdin is empty. */
  readonly stdin?: number;
  /** Real pipes, where the runtime's own are sockets (`echo x >/dev/stderr` fails on a socket). */
  readonly native?: Native;
}

/** How a program ended; exactly one of the two is set. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A program in a session of its own: no controlling terminal, stdin empty, stdout and stderr apart. */
export interface Child {
  readonly pid: number;
  readonly exited: Promise<ChildExit>;
  /** Both streams have ended: nobody holds them any more. */
  readonly drained: Promise<void>;
  /** From now on output is read and dropped, so that what still writes is neither blocked nor killed. */
  mute(): void;
  /** Stops reading; what still writes gets SIGPIPE. */
  close(): void;
}

/** Starts a program. @throws the system's error (`code` ENOENT, EACCES, …) when it cannot be started. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const outputs = openOutputs(options.native);
  let deliver = options.onOutput;
  const give = (stream: OutputStream) => (chunk: Uint8Array) => deliver(stream, chunk);
  try {
    const child = spawnDetached(options, outputs);
    const exited = exitOf(child);
    await started(child);
    const out = outputs?.stdout.receive(give("stdout")) ?? receiveStream(child.stdout, give("stdout"));
    const err = outputs?.stderr.receive(give("stderr")) ?? receiveStream(child.stderr, give("stderr"));
    return {
      pid: child.pid ?? 0,
      exited,
      drained: Promise.all([out.ended, err.ended]).then(() => undefined),
      mute() {
        deliver = () => undefined;
      },
      close() {
        out.close();
        err.close();
      },
    };
  } catch (error) {
    outputs?.stdout.abandon();
    outputs?.stderr.abandon();
    throw error;
  } finally {
    outputs?.stdout.handedOver();
    outputs?.stderr.handedOver();
  }
}

function spawnDetached(options: ChildOptions, outputs: Outputs | undefined): ChildProcess {
  const stdin = options.stdin ?? "ignore";
  const stdio: StdioOptions = outputs
    ? [stdin, outputs.stdout.writeEnd, outputs.stderr.writeEnd]
    : [stdin, "pipe", "pipe"];
  return spawn(options.program, options.args, {
    cwd: options.cwd,
    env: options.environment as NodeJS.ProcessEnv,
    stdio,
    // Its own session and process group; on Windows this would open a console window instead.
    detached: !isWindowsPath(options.program),
    windowsHide: true,
  });
}

function isWindowsPath(program: string): boolean {
  return !program.startsWith("/");
}

/** Resolves once the program runs; the runtime reports a failure to start as an event, or by throwing. */
function started(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined) {
    child.on("error", () => undefined);
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
}

function exitOf(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code: signal === null ? code : null, signal }));
  });
}

interface Receiving {
  readonly ended: Promise<void>;
  close(): void;
}

function receiveStream(stream: Readable | null, onChunk: (chunk: Uint8Array) => void): Receiving {
  if (stream === null) return { ended: Promise.resolve(), close: () => undefined };
  stream.on("data", onChunk);
  stream.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => stream.once("close", resolve));
  return { ended, close: () => stream.destroy() };
}

interface Outputs {
  readonly stdout: PipeOutput;
  readonly stderr: PipeOutput;
}

function openOutputs(native: Native | undefined): Outputs | undefined {
  const stdout = native?.openPipe();
  if (stdout === undefined) return undefined;
  const stderr = native?.openPipe();
  if (stderr !== undefined) return { stdout: new PipeOutput(stdout), stderr: new PipeOutput(stderr) };
  closeSync(stdout.readEnd);
  closeSync(stdout.writeEnd);
  return undefined;
}

/** One kernel pipe from a child to us. */
class PipeOutput {
  readonly #pipe: NativePipe;

  constructor(pipe: NativePipe) {
    this.#pipe = pipe;
  }

  get writeEnd(): number {
    return this.#pipe.writeEnd;
  }

  /** The child has its own copy of the write end: ours would keep the pipe from ever ending. */
  handedOver(): void {
    closeSync(this.#pipe.writeEnd);
  }

  abandon(): void {
    closeSync(this.#pipe.readEnd);
  }

  receive(onChunk: (chunk: Uint8Array) => void): Receiving {
    const reader = this.#pipe.read();
    const ended = this.#pump(reader, onChunk).finally(() => closeSync(this.#pipe.readEnd));
    return { ended, close: () => void reader.cancel().catch(() => undefined) };
  }

  async #pump(reader: ByteReader, onChunk: (chunk: Uint8Array) => void) {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        if (value !== undefined) onChunk(value);
      }
    } catch {
      // A pipe that cannot be read any more has ended, whatever the reason.
    }
  }
}
