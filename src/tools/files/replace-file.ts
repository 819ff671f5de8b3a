import type { Stats } from "node:fs";
import { access, constants, type FileHandle, link, lstat, open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { isFault } from "../../output/fault.ts";
import { systemCode } from "../../output/system-error.ts";
import type { EarlyCopy } from "./early-copy.ts";
import { fileFault } from "./errors.ts";
import { withParents } from "./parent-folders.ts";
import { openTemporary, type TemporaryFile } from "./temporary-file.ts";

/** Why a file could not be replaced by a rename and was written in place. */
export type InPlaceReason = "hard_links" | "owner" | "folder" | "mount";

export interface Replacement {
  /** As the model named it; for error messages. */
  readonly path: string;
  /** No link: what is really written. */
  readonly realPath: string;
  /** The state that the new content was made from; absent when the file is to be created. */
  readonly stat?: Stats;
  /** The new content, in order. */
  readonly pieces: readonly Uint8Array[];
  /** A copy of the old content on the disk, and the old content that pieces may be parts of. */
  readonly early?: { readonly copy: EarlyCopy; readonly old: Uint8Array };
  readonly signal?: AbortSignal;
}

export interface Replaced {
  readonly inPlace?: InPlaceReason;
  /** Of the file as it is now. */
  readonly stat: Stats;
}

interface Existing extends Replacement {
  readonly stat: Stats;
}

/** Failures that speak of the folder or the mount, not of the file: the file itself may still be writable. */
const FOLDER_CODES = new Set(["EACCES", "EPERM", "EROFS"]);
const MOUNT_CODES = new Set(["EBUSY", "EXDEV", "EACCES", "EPERM"]);
const NO_LINK_CODES = new Set(["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

/**
 * Gives a file new content so that at any moment, a crash included, it holds either all of the old or all of
 * the new: a temporary file beside it, fsync, rename. Mode and owner stay. Where a rename would cut a hard
 * link, or cannot work, the file is written in place, and the answer says why.
 * @throws Fault of `fileFault`; the file is as it was, unless writing in place had begun.
 */
export async function replaceFile(replacement: Replacement): Promise<Replaced> {
  try {
    return isExisting(replacement) ? await replaceExisting(replacement) : await createNew(replacement);
  } catch (error) {
    throw isFault(error) ? error : fileFault.system(replacement.path, error);
  }
}

function isExisting(replacement: Replacement): replacement is Existing {
  return replacement.stat !== undefined;
}

async function replaceExisting(existing: Existing): Promise<Replaced> {
  await refuseUnwritable(existing);
  if (existing.stat.nlink > 1) return writeInPlace(existing, "hard_links");
  return throughTemporary(existing, 0o600, async ({ path: temporary, handle, old }) => {
    if (!(await takesOwner(handle, existing.stat))) return writeInPlace(existing, "owner");
    const length = await fill(handle, existing.pieces, old);
    if (old !== undefined) await handle.truncate(length);
    await handle.chmod(existing.stat.mode & 0o7777);
    await handle.sync();
    // Not every system renames a file that is open.
    await handle.close();
    await refuseChanged(existing, await lstat(existing.realPath).catch(() => undefined));
    const renamed = await attempt(() => rename(temporary, existing.realPath), MOUNT_CODES);
    return renamed ? placed(existing) : writeInPlace(existing, "mount");
  });
}

/** A new file appears under its name only when whole, and never over one that somebody made meanwhile. */
async function createNew(wanted: Replacement): Promise<Replaced> {
  return withParents(wanted.path, dirname(wanted.realPath), () =>
    throughTemporary(wanted, 0o666, async ({ path: temporary, handle }) => {
      await fill(handle, wanted.pieces, undefined);
      await handle.sync();
      await handle.close();
      refuseStopped(wanted);
      try {
        const linked = await attempt(() => link(temporary, wanted.realPath), NO_LINK_CODES);
        if (!linked) await renameToNew(temporary, wanted);
      } catch (error) {
        throw systemCode(error) === "EEXIST" ? fileFault.appearedMeanwhile(wanted.path) : error;
      }
      return placed(wanted);
    }),
  );
}

/** For file systems without hard links. */
async function renameToNew(temporary: string, wanted: Replacement): Promise<void> {
  const there = await lstat(wanted.realPath).catch(() => undefined);
  if (there !== undefined) throw fileFault.appearedMeanwhile(wanted.path);
  await rename(temporary, wanted.realPath);
}

interface Temporary extends TemporaryFile {
  /** What it holds already. */
  readonly old?: Uint8Array;
}

/** Makes the temporary file and sees to it that nothing of it is left, however `use` ends. */
async function throughTemporary(
  replacement: Replacement,
  mode: number,
  use: (temporary: Temporary) => Promise<Replaced>,
): Promise<Replaced> {
  let temporary: Temporary;
  try {
    temporary = await temporaryFor(replacement, mode);
  } catch (error) {
    if (isExisting(replacement) && FOLDER_CODES.has(systemCode(error) ?? "")) {
      return writeInPlace(replacement, "folder");
    }
    throw error;
  }
  try {
    return await use(temporary);
  } finally {
    await temporary.handle.close().catch(() => undefined);
    await unlink(temporary.path).catch(() => undefined);
  }
}

async function temporaryFor({ realPath, early }: Replacement, mode: number): Promise<Temporary> {
  const copied = await early?.copy.take();
  if (copied !== undefined && early !== undefined) return { ...copied, old: early.old };
  return openTemporary(realPath, mode);
}

/**
 * Writes over the old bytes and cuts the rest off last, so that a crash in between loses as little as it can.
 */
async function writeInPlace(existing: Existing, reason: InPlaceReason): Promise<Replaced> {
  const handle = await open(existing.realPath, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    await refuseChanged(existing, await handle.stat());
    await handle.truncate(await fill(handle, existing.pieces, undefined));
    await handle.sync();
    return { inPlace: reason, stat: await handle.stat() };
  } finally {
    await handle.close();
  }
}

/** Root may write anything, so the mode bits are asked too. */
async function refuseUnwritable({ path, realPath, stat }: Existing): Promise<void> {
  if (stat.isDirectory()) throw fileFault.isFolder(path);
  if ((stat.mode & 0o222) === 0) throw fileFault.readOnly(path);
  try {
    await access(realPath, constants.W_OK);
  } catch (error) {
    throw systemCode(error) === "EACCES" ? fileFault.readOnly(path) : error;
  }
}

/** Between reading and placing, somebody else may have written; their bytes are not wiped. */
async function refuseChanged(existing: Existing, now: Stats | undefined): Promise<void> {
  refuseStopped(existing);
  const { stat } = existing;
  const same =
    now !== undefined &&
    now.ino === stat.ino &&
    now.dev === stat.dev &&
    now.size === stat.size &&
    now.mtimeMs === stat.mtimeMs;
  if (!same) throw fileFault.changedMeanwhile(existing.path);
}

function refuseStopped({ path, signal }: Replacement): void {
  if (signal?.aborted) throw fileFault.stopped(path);
}

/** Gives the new file the old one's owner; false when the system does not let us. */
async function takesOwner(handle: FileHandle, { uid, gid }: Stats): Promise<boolean> {
  const own = await handle.stat();
  if (own.uid === uid && own.gid === gid) return true;
  return attempt(() => handle.chown(uid, gid), new Set(["EPERM", "EACCES", "EINVAL", "ENOSYS"]));
}

/** Writes each piece at its place, but for parts of `old` that stand there already; returns the whole length. */
async function fill(
  handle: FileHandle,
  pieces: readonly Uint8Array[],
  old: Uint8Array | undefined,
): Promise<number> {
  let start = 0;
  for (const piece of pieces) {
    const isThere =
      old !== undefined && piece.buffer === old.buffer && piece.byteOffset - old.byteOffset === start;
    for (let from = isThere ? piece.length : 0; from < piece.length; ) {
      const { bytesWritten } = await handle.write(piece, from, piece.length - from, start + from);
      from += bytesWritten;
    }
    start += piece.length;
  }
  return start;
}

/** The rename itself must outlive a power cut; not every system can sync a folder. */
async function placed({ realPath }: Replacement): Promise<Replaced> {
  const folder = await open(dirname(realPath), "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
  return { stat: await lstat(realPath) };
}

/** True when it worked, false when it failed with one of `codes`; any other failure is thrown. */
async function attempt(work: () => Promise<void>, codes: ReadonlySet<string>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (codes.has(systemCode(error) ?? "")) return false;
    throw error;
  }
}
