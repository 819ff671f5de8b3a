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
      const wanted = Math.min(left, buffer.length);
      const there = ready === undefined ? NOTHING_YET : readReady(ready.fd, buffer, wanted);
      const waits = there.count === 0 && !there.ended;
      const count = waits ? await readLater(fd, buffer, wanted) : there.count;
      if (count > 0) yield buffer.subarray(0, count);
      if (count === 0 || there.ended) return;
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
      const wanted = Math.min(left, buffer.length);
      const count = readFully(fd, buffer, wanted);
      if (count > 0) yield buffer.subarray(0, count);
      // Never read past an end: a terminal would ask for another one.
      if (count < wanted) return;
      left -= count;
    }
  } finally {
    borrowed?.giveBack();
  }
}

/** Waits until `most` bytes are there; fewer come only at the end. */
function readFully(fd: number, buffer: Buffer, most: number): number {
  let filled = 0;
  for (let count = -1; count !== 0 && filled < most; filled += count) {
    count = readOrWait(fd, buffer, filled, most - filled);
  }
  return filled;
}

function readOrWait(fd: number, buffer: Buffer, at: number, most: number): number {
  for (;;) {
    try {
      return readSync(fd, buffer, at, most, null);
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

interface Ready {
  readonly count: number;
  readonly ended: boolean;
}

const NOTHING_YET: Ready = { count: 0, ended: false };

/** What is there already, at most `most` bytes. */
function readReady(fd: number, buffer: Buffer, most: number): Ready {
  let filled = 0;
  try {
    while (filled < most) {
      const count = readSync(fd, buffer, filled, most - filled, null);
      if (count === 0) return { count: filled, ended: true };
      filled += count;
    }
  } catch (error) {
    if (systemCode(error) !== "EAGAIN") throw error;
  }
  return { count: filled, ended: false };
}

/** Waits in a thread of the runtime, so that the program stays alive to signals. */
async function readLater(fd: number, buffer: Buffer, most: number): Promise<number> {
  for (;;) {
    try {
      return await new Promise((resolve, reject) => {
        read(fd, buffer, 0, most, null, (error, count) => (error ? reject(error) : resolve(count)));
      });
    } catch (error) {
      // Somebody made the shared description non-blocking (a terminal, a parent's pipe).
      if (systemCode(error) === "EOF") return 0;
      if (systemCode(error) !== "EAGAIN") throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
