import { fstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { descriptorFacts, wasClosed } from "../config/closed-stream.ts";
import type { Host, HostInput, HostOutput } from "../config/host.ts";
import { outputFault } from "../output/errors.ts";
import { Fault } from "../output/fault.ts";
import { systemCode, systemReason } from "../output/system-error.ts";
import { untilAborted } from "../output/until-aborted.ts";
import { writeAllSync } from "../output/write-sync.ts";
import { texts } from "./texts.ts";

/** How the program was started: compiled, its own executable; from source, the runtime and this script. */
export interface Start {
  readonly compiled: boolean;
  readonly script: string;
}

/** The host of the real process. The only builder of a `Host` outside tests. */
export function processHost(start: Start): Host {
  return {
    env: process.env,
    get cwd() {
      return currentFolder();
    },
    get home() {
      return homeFolder();
    },
    platform: process.platform,
    get execPath() {
      return realpathSync(process.execPath);
    },
    get selfCommand() {
      const execPath = realpathSync(process.execPath);
      return start.compiled ? [execPath] : [execPath, ...runtimeArguments(), start.script];
    },
    stdin: standardInput(),
    stdout: standardOutput(1),
    stderr: standardOutput(2),
    get signal() {
      return interruption();
    },
    now: () => Date.now(),
    atExit: (cleanUp) => {
      process.on("exit", cleanUp);
      return () => process.off("exit", cleanUp);
    },
  };
}

/** Asked when it is needed: help needs none, and a folder may be gone. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new Fault("current_folder_gone", {
      what: texts.currentFolderGone(systemReason(cause)),
      hint: texts.currentFolderGoneHint,
      cause,
    });
  }
}

/** As node:os tells it, which looks at HOME first where there is one; loading it would be felt at every start. */
function homeFolder(): string {
  const { HOME } = process.env;
  if (process.platform !== "win32" && HOME !== undefined && HOME !== "") return HOME;
  return process.getBuiltinModule("node:os").homedir();
}

/** What stands between the runtime and the script; Deno does not tell what it was given. */
function runtimeArguments(): readonly string[] {
  return process.versions.deno === undefined ? process.execArgv : ["run", "--quiet", "--allow-all"];
}

/** Whether nobody opened this stream for the program (`>&-`). Told by Linux alone; elsewhere what is written is lost. */
function isMissing(fd: 1 | 2): boolean {
  try {
    const stat = fstatSync(fd);
    if (!stat.isCharacterDevice() || process.platform !== "linux") return false;
    return wasClosed(readFileSync(descriptorFacts(fd), "latin1"));
  } catch (error) {
    return systemCode(error) === "EBADF";
  }
}

function standardInput(): HostInput {
  return {
    get isTTY() {
      return isTerminal(0);
    },
    fd: 0,
    chunks: standardInputChunks,
    keys: async () => (await import("./host-keys.ts")).standardKeys(),
  };
}

/**
 * Ends with a fault at a signal: what came so far must not be taken for the whole. Naming `createReadStream` in an
 * import would load the stream machinery with every start.
 */
async function* standardInputChunks(): AsyncGenerator<Uint8Array> {
  const { createReadStream } = process.getBuiltinModule("node:fs");
  const stream = createReadStream("", { fd: 0, autoClose: false, highWaterMark: 1 << 18 });
  const signal = interruption();
  yield* untilAborted<Uint8Array>(stream, signal);
  if (signal.aborted) throw outputFault.inputInterrupted(String(signal.reason));
}

function standardOutput(fd: 1 | 2): HostOutput {
  let closed = false;
  let checked = false;
  return {
    get isTTY() {
      return isTerminal(fd);
    },
    get columns() {
      return isTerminal(fd) ? terminalColumns(fd) : undefined;
    },
    get closed() {
      return closed;
    },
    write(data) {
      if (closed) return;
      try {
        if (!checked && isMissing(fd)) throw outputFault.outputClosed(fd);
        checked = true;
        closed = !writeAllSync(fd, data);
      } catch (error) {
        // Nobody can be told that stderr itself is full: what is done and its exit code stay as they are.
        if (fd === 1) throw error;
        closed = true;
      }
    },
  };
}

/** Asks the stream itself, only on a terminal: touching it loads the whole stream machinery. */
function terminalColumns(fd: 1 | 2): number | undefined {
  return (fd === 1 ? process.stdout : process.stderr).columns;
}

/**
 * Only a character device other than the null device can be a terminal; node:tty costs as much as the rest
 * of the start, so it is asked only then.
 */
function isTerminal(fd: 0 | 1 | 2): boolean {
  try {
    const stat = fstatSync(fd);
    if (!stat.isCharacterDevice()) return false;
    if (process.platform !== "win32" && stat.rdev === statSync("/dev/null").rdev) return false;
  } catch {
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(fd);
}

let controller: AbortController | undefined;

const INTERRUPTIONS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * The signal that Ctrl-C, SIGTERM and the end of the terminal abort. Handlers are installed with the first use: a command that never
 * asks for it ends at once, as any program does. A second signal ends the program at once.
 */
function interruption(): AbortSignal {
  if (controller !== undefined) return controller.signal;
  const created = new AbortController();
  controller = created;
  for (const [name, code] of Object.entries(INTERRUPTIONS)) {
    if (name === "SIGHUP" && outlivesTerminal()) continue;
    process.on(name, () => {
      if (created.signal.aborted) process.exit(code);
      created.abort(name);
    });
  }
  return created.signal;
}

/**
 * Whether `nohup` started this program: a handler would undo that. Linux tells which signals are ignored;
 * elsewhere `nohup` shows by leaving no stream on the terminal.
 */
function outlivesTerminal(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0";
    return (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    return ![0, 1, 2].some((fd) => isTerminal(fd as 0 | 1 | 2));
  }
}

/**
 * Ends the process of an interrupted run at once: input that somebody still waits for (a pipe that stays open and
 * silent) would keep it alive. Does nothing when no signal came.
 */
export function endIfInterrupted(): void {
  if (controller?.signal.aborted !== true) return;
  process.exit(INTERRUPTIONS[controller.signal.reason as keyof typeof INTERRUPTIONS]);
}
