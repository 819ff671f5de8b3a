/**
 * What only one runtime offers: calls into the C library, and streams over a bare file descriptor. All of it
 * may be missing; callers then do without.
 */
export interface Native {
  /** `prctl(PR_SET_DUMPABLE, 0)`: other processes of this user can no longer read our `/proc` entries. */
  makeNonDumpable(): boolean;
  /** A kernel pipe, both ends closed on exec; undefined where the runtime's own pipes are to be used. */
  openPipe(): NativePipe | undefined;
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
  return {
    makeNonDumpable: () => symbols.prctl(PR_SET_DUMPABLE, 0n, 0n, 0n, 0n) === 0,
    openPipe() {
      const ends = new Int32Array(2);
      if (symbols.pipe2(ptr(ends), O_CLOEXEC) !== 0) return undefined;
      const [readEnd = -1, writeEnd = -1] = ends;
      return { readEnd, writeEnd, read: () => bun.file(readEnd).stream().getReader() };
    },
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
