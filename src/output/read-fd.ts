import { closeSync, constants, fstatSync, openSync, read, readSync } from "node:fs";
import { borrowCountingBuffer } from "./count-newlines.ts";
import { READ_BUFFER_BYTES, READ_TURN_BYTES } from "./limits.ts";
import { systemCode } from "./system-error.ts";
import { pause } from "./write-sync.ts";

/**
 * The bytes of an open file, pipe or terminal, at most `most`, for a single pass at the speed of the pipe:
 * each chunk is overwritten by the next, so what is kept must be copied. Signals are heard while it waits or
 * works. Throws the system's error when reading fails.
 */
export async function* passingChunks(fd: number, most = Infinity): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(READ_BUFFER_BYTES);
  const ready = openReady(fd);
  let sinceTurn = 0;
  try {
    for (let left = most; left > 0; ) {
      const part = left < buffer.length ? buffer.subarray(0, left) : buffer;
      const count = (ready && readReady(ready.fd, part)) ?? (await readLater(fd, part));
      if (count === 0) return;
      yield part.subarray(0, count);
      left -= count;
      sinceTurn += count;
      if (sinceTurn < READ_TURN_BYTES) continue;
      sinceTurn = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    ready?.close();
  }
}

/**
 * As `passingChunks`, at most `most` bytes, and blocking while nothing comes: for programs that need no
 * clean-up when a signal ends them.
 */
export function* blockingChunks(fd: number, most = Infinity): Generator<Uint8Array> {
  const own = Buffer.allocUnsafe(READ_BUFFER_BYTES);
  let borrowed: ReturnType<typeof borrowCountingBuffer>;
  try {
    for (let left = most; left > 0; ) {
      borrowed ??= borrowCountingBuffer();
      const buffer = borrowed?.buffer ?? own;
      const count = readOrWait(fd, buffer, Math.min(left, buffer.length));
      if (count === 0) return;
      yield buffer.subarray(0, count);
      left -= count;
    }
  } finally {
    borrowed?.giveBack();
  }
}

function readOrWait(fd: number, buffer: Buffer, most: number): number {
  for (;;) {
    try {
      return readSync(fd, buffer, 0, most, null);
    } catch (error) {
      // Windows tells the end of a pipe so; EAGAIN: somebody made the shared description non-blocking.
      if (systemCode(error) === "EOF") return 0;
      if (systemCode(error) !== "EAGAIN") throw error;
      pause(5);
    }
  }
}

/** How to read without waiting; undefined where that cannot be had (terminals, sockets, other systems). */
function openReady(fd: number): { readonly fd: number; close(): void } | undefined {
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, close: () => {} };
  if (!stat.isFIFO()) return undefined;
  try {
    // On Linux this opens the same pipe anew: not waiting is then nobody else's concern.
    const own = openSync(`/proc/self/fd/${fd}`, constants.O_RDONLY | constants.O_NONBLOCK);
    return { fd: own, close: () => closeSync(own) };
  } catch {
    return undefined;
  }
}

/** Undefined when nothing is there yet. */
function readReady(fd: number, buffer: Buffer): number | undefined {
  try {
    return readSync(fd, buffer, 0, buffer.length, null);
  } catch (error) {
    if (systemCode(error) === "EAGAIN") return undefined;
    throw error;
  }
}

/** Waits in a thread of the runtime, so that the program stays alive to signals. */
async function readLater(fd: number, buffer: Buffer): Promise<number> {
  for (;;) {
    try {
      return await new Promise((resolve, reject) => {
        read(fd, buffer, 0, buffer.length, null, (error, count) => (error ? reject(error) : resolve(count)));
      });
    } catch (error) {
      // Somebody made the shared description non-blocking (a terminal, a parent's pipe).
      if (systemCode(error) === "EOF") return 0;
      if (systemCode(error) !== "EAGAIN") throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
