import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { atomicWrite, isDraftOf, syncFolder } from "../../config/atomic-write.ts";
import { withLock } from "../../config/owner.ts";
import { PLACES } from "./places.ts";

/** Absolute paths of an installed artifact. */
export interface ArtifactPaths {
  /** `<out>/embedded` */
  readonly parent: string;
  readonly folder: string;
  readonly cli: string;
  readonly manifest: string;
  readonly notices: string;
}

export interface ArtifactContent {
  readonly cli: Uint8Array;
  readonly manifest: Uint8Array;
  readonly notices: Uint8Array;
}

/** Milliseconds to wait for another fetch that is just placing. */
const LOCK_WAIT_MS = 10_000;
const LOCK = ".mcode-tools.lock";
const OLD = ".mcode-tools-old-";
const NEW = ".mcode-tools-new-";

export function artifactPaths(out: string): ArtifactPaths {
  const parent = join(out, PLACES.parent);
  const folder = join(parent, PLACES.folder);
  return {
    parent,
    folder,
    cli: join(folder, PLACES.cli),
    manifest: join(folder, PLACES.manifest),
    notices: join(parent, PLACES.notices),
  };
}

/**
 * Puts a checked artifact into place: a complete new folder is renamed in, the old one moved aside first and
 * back when that fails. Whatever fails, what was there before is there afterwards.
 * @returns false when another process holds the place for too long.
 */
export async function placeArtifact(
  paths: ArtifactPaths,
  content: ArtifactContent,
  platform: NodeJS.Platform,
): Promise<boolean> {
  await mkdir(paths.parent, { recursive: true, mode: 0o700 });
  const lock = { platform, waitMs: LOCK_WAIT_MS };
  const done = await withLock(join(paths.parent, LOCK), lock, async () => {
    await finishOrUndo(paths);
    await swap(paths, content);
  });
  return done !== undefined;
}

/**
 * Finishes or undoes a placement that a crash cut in two. Costs one look at the folder where there is nothing
 * to do; leaves everything alone while a living process is placing.
 */
export async function recoverPlacement(paths: ArtifactPaths, platform: NodeJS.Platform): Promise<void> {
  const names = await readdir(paths.parent).catch(() => []);
  const isLeft = (name: string) =>
    name.startsWith(OLD) || name.startsWith(NEW) || isDraftOf(paths.notices, name);
  if (!names.some(isLeft)) return;
  await withLock(join(paths.parent, LOCK), { platform, waitMs: 0 }, () => finishOrUndo(paths));
}

async function finishOrUndo(paths: ArtifactPaths): Promise<void> {
  const names = await readdir(paths.parent);
  const olds = names.filter((name) => name.startsWith(OLD)).map((name) => join(paths.parent, name));
  const news = names.filter((name) => name.startsWith(NEW)).map((name) => join(paths.parent, name));
  const last = olds.at(-1);
  if (last !== undefined && !(await exists(paths.folder))) {
    await rename(last, paths.folder);
    olds.pop();
  }
  const drafts = names
    .filter((name) => isDraftOf(paths.notices, name))
    .map((name) => join(paths.parent, name));
  for (const left of [...olds, ...news, ...drafts]) await rm(left, { recursive: true, force: true });
}

async function swap(paths: ArtifactPaths, content: ArtifactContent): Promise<void> {
  const id = `${randomBytes(6).toString("hex")}`;
  const fresh = join(paths.parent, `${NEW}${id}`);
  const aside = join(paths.parent, `${OLD}${id}`);
  let moved = false;
  try {
    await mkdir(fresh, { mode: 0o700 });
    await writeSynced(join(fresh, PLACES.cli), content.cli);
    await writeSynced(join(fresh, PLACES.manifest), content.manifest);
    await syncFolder(fresh);
    moved = await moveAside(paths.folder, aside);
    await rename(fresh, paths.folder);
    await atomicWrite(paths.notices, content.notices, { mode: 0o600 });
  } catch (error) {
    await undo(paths, { fresh, aside, moved });
    throw error;
  }
  await syncFolder(paths.parent);
  await rm(aside, { recursive: true, force: true });
}

async function moveAside(folder: string, aside: string): Promise<boolean> {
  if (!(await exists(folder))) return false;
  await rename(folder, aside);
  return true;
}

async function undo(
  paths: ArtifactPaths,
  { fresh, aside, moved }: { fresh: string; aside: string; moved: boolean },
): Promise<void> {
  const placed = !(await exists(fresh)) && (await exists(paths.folder)) && (!moved || (await exists(aside)));
  if (placed) await rm(paths.folder, { recursive: true, force: true });
  if (moved) await rename(aside, paths.folder);
  await rm(fresh, { recursive: true, force: true });
}

async function writeSynced(path: string, data: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
