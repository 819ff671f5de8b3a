import type { Stats } from "node:fs";
import { constants, copyFile, open, unlink } from "node:fs/promises";
import { COPIED_BYTES } from "./limits.ts";
import { type TemporaryFile, usualTemporaryPath } from "./temporary-file.ts";

/**
 * A copy of a large file, made by the system while the change itself is still being worked out: most of what
 * the new file will hold is then on the disk already, and only the rest has to be written.
 */
export class EarlyCopy {
  #copy: Promise<TemporaryFile | undefined> | undefined;

  private constructor(realPath: string) {
    // A copy that fails costs nothing but time: the file is then written whole.
    this.#copy = copyBeside(realPath).catch(() => undefined);
  }

  /** Undefined for a file that is small, or whose hard links demand writing in place. */
  static of(realPath: string, stat: Stats): EarlyCopy | undefined {
    return stat.size >= COPIED_BYTES && stat.nlink === 1 ? new EarlyCopy(realPath) : undefined;
  }

  /** Hands the copy over to the caller; undefined when there is none. */
  async take(): Promise<TemporaryFile | undefined> {
    const copy = await this.#copy;
    this.#copy = undefined;
    return copy;
  }

  /** Takes away a copy that nobody took. */
  async discard(): Promise<void> {
    const copy = await this.take();
    if (copy === undefined) return;
    await copy.handle.close();
    await unlink(copy.path).catch(() => undefined);
  }
}

async function copyBeside(realPath: string): Promise<TemporaryFile> {
  const path = usualTemporaryPath(realPath);
  await copyFile(realPath, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const handle = await open(path, "r+");
  // Started now, so that the sync at the end finds little left to do; only that one has to succeed.
  handle.datasync().catch(() => undefined);
  return { path, handle };
}
