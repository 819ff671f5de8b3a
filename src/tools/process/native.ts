/**
 * What only one runtime offers: calls into the C library, and streams over a bare file descriptor. All of it
 * may be missing; callers then do without.
 */
export interface Native {
  /** `prctl(PR_SET_DUMPABLE, 0)`: other processes of this user can no longer read our `/proc` entries. */
  makeNonDumpable(): boolean;
  /** A kernel pipe, both ends closed on exec; undefined where the runtime's own pipes are to be used. */
  openPipe(): NativePipe | undefined;
  /**
   * When a file changed last, as `mtimeMs` of `statSync` tells it, at half the price; undefined where that must
   * be asked instead.
   */
  readonly changeTime?: (path: string) => number | undefined;
}

export interface NativePipe {
  readonly readEnd: number;
  readonly writeEnd: number;
  /** Chunks of the read end; the caller closes the descriptor itself when done. */
  read(): ByteReader;
}

/** The part of a stream's reader that is used; the runtimes' own types of it differ. */
export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<void>;
}

const PR_SET_DUMPABLE = 4;
const O_CLOEXEC = 0o2000000;
const LIBRARIES = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];

const NOTHING: Native = { makeNonDumpable: () => false, openPipe: () => undefined };

/** What this runtime offers; opens the C library each time, so keep the answer. Never throws. */
export async function loadNative(platform: NodeJS.Platform): Promise<Native> {
  if (platform !== "linux") return NOTHING;
  const runtime = globalThis as { Bun?: BunParts; Deno?: DenoParts };
  for (const library of LIBRARIES) {
    try {
      if (runtime.Bun !== undefined) return await bunNative(library, runtime.Bun);
      if (runtime.Deno !== undefined) return denoNative(library, runtime.Deno);
    } catch {
      // Another C library, or calls into it are not permitted: the next name, or nothing.
    }
  }
  return NOTHING;
}

interface BunParts {
  file(descriptor: number): { stream(): ReadableStream<Uint8Array> };
}

async function bunNative(library: string, bun: BunParts): Promise<Native> {
  const { dlopen, ptr } = await import("bun:ffi");
  const { symbols } = dlopen(library, {
    prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" },
    pipe2: { args: ["ptr", "i32"], returns: "i32" },
  });
  const changeTime = await bunChangeTime(library).catch(() => undefined);
  return {
    ...(changeTime === undefined ? {} : { changeTime }),
    makeNonDumpable: () => symbols.prctl(PR_SET_DUMPABLE, 0n, 0n, 0n, 0n) === 0,
    openPipe() {
      const ends = new Int32Array(2);
      if (symbols.pipe2(ptr(ends), O_CLOEXEC) !== 0) return undefined;
      const [readEnd = -1, writeEnd = -1] = ends;
      return { readEnd, writeEnd, read: () => bun.file(readEnd).stream().getReader() };
    },
  };
}

/** Of `statx`: its flags and the layout of its answer are the same on every processor. */
const AT_FDCWD = -100;
const STATX_MTIME = 0x40;
const STATX_BYTES = 256;
const MTIME_SECONDS = 0x70;
const MTIME_NANOSECONDS = 0x78;
const MAX_PATH_BYTES = 4096;

/** @throws where this C library has no `statx` */
async function bunChangeTime(library: string): Promise<(path: string) => number | undefined> {
  const { dlopen, ptr } = await import("bun:ffi");
  const { statx } = dlopen(library, {
    statx: { args: ["i32", "ptr", "i32", "u32", "ptr"], returns: "i32" },
  }).symbols;
  const encoder = new TextEncoder();
  const name = new Uint8Array(MAX_PATH_BYTES);
  const answer = new Uint8Array(STATX_BYTES);
  const view = new DataView(answer.buffer);
  const [namePointer, answerPointer] = [ptr(name), ptr(answer)];
  return (path) => {
    const { read, written } = encoder.encodeInto(path, name);
    if (read < path.length || written === name.length) return undefined;
    name[written] = 0;
    if (statx(AT_FDCWD, namePointer, 0, STATX_MTIME, answerPointer) !== 0) return undefined;
    const seconds = view.getInt32(MTIME_SECONDS + 4, true) * 2 ** 32 + view.getUint32(MTIME_SECONDS, true);
    return seconds * 1000 + view.getUint32(MTIME_NANOSECONDS, true) / 1e6;
  };
}

interface DenoParts {
  dlopen(
    library: string,
    symbols: Readonly<Record<string, { parameters: readonly string[]; result: string }>>,
  ): { symbols: Readonly<Record<string, (...args: number[]) => number>> };
}

/** Deno's own pipes are kernel pipes already. */
function denoNative(library: string, deno: DenoParts): Native {
  const parameters = ["i32", "usize", "usize", "usize", "usize"];
  const { symbols } = deno.dlopen(library, { prctl: { parameters, result: "i32" } });
  return {
    makeNonDumpable: () => symbols.prctl?.(PR_SET_DUMPABLE, 0, 0, 0, 0) === 0,
    openPipe: () => undefined,
  };
}
