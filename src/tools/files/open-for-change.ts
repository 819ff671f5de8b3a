import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import type { WriteTarget } from "../../contract/path-guard.ts";
import type { GatedContext } from "../../contract/permission.ts";
import { fileFault, pathFault } from "./errors.ts";
import { HASHED_BYTES } from "./limits.ts";
import { readWhole } from "./read-whole.ts";
import type { SeenFiles } from "./seen-files.ts";

/** Where a change will land. @throws Fault with the guard's words when it refuses. */
export async function writeTarget(ctx: GatedContext, path: string): Promise<WriteTarget> {
  if (!path.isWellFormed()) throw fileFault.illFormedText(path);
  const target = await ctx.paths.target(path);
  if (!target.ok) throw pathFault(target);
  if (target.stat?.isDirectory()) throw fileFault.isFolder(path);
  if (path.endsWith("/")) throw fileFault.namesFolder(path);
  return target;
}

/** Changes of one file queue under this key; the names of a hard-linked file share it. */
export function queueKey({ realPath, stat }: WriteTarget): string {
  return stat !== undefined && stat.nlink > 1 ? `${stat.dev}:${stat.ino}` : realPath;
}

export interface HeldFile {
  readonly bytes: Buffer;
  /** From before the bytes were read. */
  readonly stat: Stats;
}

/** All bytes of a file, through the guard. @throws Fault when the guard refuses. */
export async function holdFile(ctx: GatedContext, realPath: string, most: number): Promise<HeldFile> {
  const opened = await ctx.paths.open(realPath);
  if (!opened.ok) throw pathFault(opened);
  try {
    const stat = await opened.handle.stat();
    return { bytes: await readWhole(opened.handle, stat.size, most), stat };
  } finally {
    await opened.handle.close();
  }
}

/** Hex; undefined for content too large to be known by a hash. */
export function contentHash(pieces: readonly Uint8Array[]): string | undefined {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytes > HASHED_BYTES) return undefined;
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

export interface FreshnessCheck {
  readonly sessionId: string;
  /** As the model named it. */
  readonly path: string;
  readonly realPath: string;
  readonly stat: Stats;
}

/** @throws Fault `changed_since_read` when the file is no longer what the session knows; unseen files pass. */
export async function requireFresh(
  seen: SeenFiles,
  check: FreshnessCheck,
  hash: () => Promise<string | undefined>,
): Promise<void> {
  if ((await seen.judge(check, hash)) === "changed") throw fileFault.changedSinceRead(check.path);
}
