import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";
import { resolve } from "node:path";
import type { Host } from "../../config/host.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import { blockingChunks, passingChunks } from "../../output/read-fd.ts";
import { systemReason } from "../../output/system-error.ts";
import { texts } from "./truncate-texts.ts";

export type TruncateInputCode = "no_input" | "input_unreadable";

/** The bytes to bound; each chunk may be overwritten by the next. */
export interface TruncateInput {
  readonly name: string;
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  close(): void;
}

/**
 * Opens FILE or stdin. `attentive` input hears signals while it waits; the other kind blocks, which is the
 * fastest there is, and right where nothing has to be cleaned up.
 */
export function openInput(host: Host, file: string | undefined, attentive: boolean): TruncateInput {
  const fd = inheritedFd(file);
  if (fd === undefined) return openFile(host, String(file), attentive);
  if (file === undefined && host.stdin.isTTY) {
    throw fault("no_input", texts.nothingToRead, texts.nothingToReadHint);
  }
  const open = fd === 0 ? host.stdin.fd : fd;
  if (open === undefined) return { name: texts.stdin, chunks: host.stdin.chunks(), close: () => {} };
  if (fd !== 0) checkInherited(open, String(file));
  return {
    name: fd === 0 ? texts.stdin : String(file),
    chunks: attentive ? passingChunks(open) : blockingChunks(open),
    close: () => {},
  };
}

/** A failed read as a fault that names the input. */
export function readFault(name: string, error: unknown): Fault<TruncateInputCode> {
  return new Fault("input_unreadable", { what: texts.cannotRead(name, systemReason(error)), cause: error });
}

/** What a shell hands over by number: stdin, and the pipe of `<(command)`. */
function inheritedFd(file: string | undefined): number | undefined {
  if (file === undefined || file === "-" || file === "/dev/stdin") return 0;
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(file)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** A number that the shell did not hand over is nothing, or the runtime's own. */
function checkInherited(fd: number, file: string): void {
  let stat: Stats;
  try {
    stat = fstatSync(fd);
  } catch (error) {
    throw fault("input_unreadable", texts.cannotRead(file, systemReason(error)), undefined, error);
  }
  const isReadable = stat.isFile() || stat.isFIFO() || stat.isSocket() || stat.isCharacterDevice();
  if (isReadable) return;
  const reason = stat.isDirectory() ? texts.isFolder : texts.isDevice;
  throw fault("input_unreadable", texts.cannotRead(file, reason));
}

function openFile(host: Host, file: string, attentive: boolean): TruncateInput {
  const path = resolve(host.cwd, file);
  let fd: number;
  try {
    // Not waiting: opening a named pipe would hang until somebody writes to it.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw fault("input_unreadable", texts.cannotRead(file, systemReason(error)), undefined, error);
  }
  const stat = fstatSync(fd);
  const problem = unfit(file, stat);
  if (problem !== undefined) {
    closeSync(fd);
    throw problem;
  }
  // A file that grows meanwhile is read to the size it had; what has no size (/proc) to its end.
  const most = stat.size > 0 ? stat.size : Infinity;
  const chunks = attentive ? passingChunks(fd, most) : blockingChunks(fd, most);
  return { name: file, chunks, close: () => closeSync(fd) };
}

function unfit(file: string, stat: Stats): Fault<TruncateInputCode> | undefined {
  const refuse = (reason: string, hint?: string) =>
    fault("input_unreadable", texts.cannotRead(file, reason), hint);
  if (stat.isFile()) return undefined;
  if (stat.isDirectory()) return refuse(texts.isFolder);
  return stat.isFIFO() ? refuse(texts.isFifo, texts.isFifoHint(file)) : refuse(texts.isDevice);
}

function fault(
  code: TruncateInputCode,
  what: string,
  hint?: string,
  cause?: unknown,
): Fault<TruncateInputCode> {
  return new Fault(code, { what, hint, cause, exit: ExitCode.usage });
}
