import { writeSync } from "node:fs";
import { outputFault, streamName } from "./errors.ts";
import { systemCode, systemReason } from "./system-error.ts";

/**
 * Writes all of `data` to a file descriptor before returning. Waits where the other end is slow (EAGAIN on a
 * non-blocking pipe) and returns false once nobody reads any more (EPIPE): a compiled program that leaves
 * the rest to the stream machinery has been seen to cut piped output at 64 KiB.
 * @throws Fault `output_failed` for anything else (a full disk behind a redirection).
 */
export function writeAllSync(fd: number, data: string | Uint8Array): boolean {
  // Not a Buffer: making the first one takes a tenth of the time of an empty program.
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at, bytes.length - at);
    } catch (error) {
      const code = systemCode(error);
      if (code === "EPIPE") return false;
      if (code !== "EAGAIN") throw outputFault.outputFailed(streamName(fd), systemReason(error), error);
      pause(2);
    }
  }
  return true;
}

/** Stands still; for the rare moments when a synchronous call must be tried again. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
