import { type FileHandle, lstat, open, readlink, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { systemCode } from "../output/system-error.ts";
import { configFault } from "./errors.ts";

export interface AtomicWriteOptions {
  /** Permission bits; absent: those of the file that is replaced, 0600 for a new one. */
  readonly mode?: number;
}

/**
 * Replaces a file that turnkit itself owns: whole or not at all, also after a crash. Writes a temporary file in
 * the same folder, fsyncs it, renames it and fsyncs the folder. A link stays: its target is replaced.
 * @throws Fault `file_unwritable`; nothing is left behind then.
 */
export async function atomicWrite(
  path: string,
  data: string | Uint8Array,
  options: AtomicWriteOptions = {},
): Promise<void> {
  try {
    const target = await followLink(path);
    const mode = options.mode ?? (await modeOf(target)) ?? 0o600;
    await replace(target, data, mode);
  } catch (error) {
    throw configFault.fileUnwritable(path, error);
  }
}

async function replace(target: string, data: string | Uint8Array, mode: number): Promise<void> {
  const temporary = join(dirname(target), `.${basename(target)}.${crypto.randomUUID()}.tmp`);
  const file = await open(temporary, "wx", 0o600);
  try {
    await fill(file, data, mode);
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(target));
}

async function fill(file: FileHandle, data: string | Uint8Array, mode: number): Promise<void> {
  try {
    await file.writeFile(data);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The rename itself must survive a crash; systems that cannot sync a folder (Windows) need no more. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The file that a link leads to, also when it does not exist yet. */
async function followLink(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path;
}

async function modeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? undefined : found.mode & 0o777;
}

/** Whether a file name is what a killed `atomicWrite` of `target` left behind; for those who hold its lock. */
export function isDraftOf(target: string, name: string): boolean {
  return name.startsWith(`.${basename(target)}.`) && name.endsWith(".tmp");
}
