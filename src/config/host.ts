/**
 * Everything a command may know of the world around it. Built once in `main.ts`; no room below the edge
 * reaches for `process`, so tests hand in a plain object and nothing needs patching.
 */
export interface Host {
  readonly env: Environment;
  /** Absolute path of the folder the program was started in. */
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Absolute path of this very executable (the compiled binary, or the runtime from source). */
  readonly execPath: string;
  /** How to start this program again: the executable, and the script when run from source. */
  readonly selfCommand: readonly string[];
  readonly stdin: HostInput;
  readonly stdout: HostOutput;
  readonly stderr: HostOutput;
  /** Aborted by SIGINT, SIGTERM or SIGHUP; `reason` is the signal's name. Commands clean up and return. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Runs `cleanUp`, synchronously, at the very end of the process however it comes (a fault, a second Ctrl-C),
   * except SIGKILL. Returns what takes it back. Absent where there is no process to end (tests).
   */
  atExit?(cleanUp: () => void): () => void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface HostInput {
  readonly isTTY: boolean;
  /** For one who reads by itself, at the speed of the pipe; absent where there is no descriptor (tests). */
  readonly fd?: number;
  /** Chunks as they come; ends at EOF. The file descriptor is 0, opened lazily. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Keys as they are pressed, for questions on a terminal; absent where there is none (tests). */
  keys?(): Promise<KeyInput>;
}

/** The terminal in raw mode: nothing is echoed, Ctrl-C is a key. Whoever opens it must close it. */
export interface KeyInput {
  /** The bytes of one or more keys; undefined when the terminal went away. */
  next(): Promise<Uint8Array | undefined>;
  /** Gives the terminal back as it was; standard input then no longer keeps the program alive. */
  close(): void;
}

export interface HostOutput {
  readonly isTTY: boolean;
  /** Width in columns; undefined when it is no terminal. */
  readonly columns: number | undefined;
  /** Writes all of it before returning, copes with EAGAIN; after EPIPE it does nothing. */
  write(data: string | Uint8Array): void;
  /** True once the reader has gone away (EPIPE): long work may stop. */
  readonly closed: boolean;
}

/** Prompts are shown, and progress drawn, only here (00-product: "on a terminal"). */
export function onTerminal(host: Pick<Host, "stdin" | "stderr">): boolean {
  return host.stdin.isTTY && host.stderr.isTTY;
}
