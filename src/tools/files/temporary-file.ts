import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, lstat, open, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemCode } from "../../output/system-error.ts";
import { STALE_TEMPORARY_MS } from "./limits.ts";

export interface TemporaryFile {
  readonly path: string;
  readonly handle: FileHandle;
}

/**
 * A new file beside `target`. Its name follows from the target's, so that what a killed process left behind is
 * found and taken away by the next change of the same file; another name is used while that one is in use.
 */
export async function openTemporary(target: string, mode: number): Promise<TemporaryFile> {
  const usual = usualTemporaryPath(target);
  const first = await openNew(usual, mode);
  if (first !== undefined) return first;
  await removeStale(usual);
  const second = (await openNew(usual, mode)) ?? (await openNew(randomPath(target), mode));
  return second ?? openTemporary(target, mode);
}

/** Names a temporary file beside `target`; the same target gives the same name. */
export function usualTemporaryPath(target: string): string {
  return temporaryPath(target, createHash("sha256").update(basename(target)).digest("hex"));
}

function temporaryPath(target: string, mark: string): string {
  return join(dirname(target), `.turnkit-${mark.slice(0, 16)}.tmp`);
}

function randomPath(target: string): string {
  return temporaryPath(target, randomBytes(8).toString("hex"));
}

/** Undefined when something of that name is there already; a link is never followed. */
async function openNew(path: string, mode: number): Promise<TemporaryFile | undefined> {
  try {
    return { path, handle: await open(path, "wx", mode) };
  } catch (error) {
    if (systemCode(error) === "EEXIST") return undefined;
    throw error;
  }
}

async function removeStale(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there === undefined || Date.now() - there.mtimeMs < STALE_TEMPORARY_MS) return;
  await unlink(path).catch(() => undefined);
}
