import { mkdir, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "../../output/system-error.ts";
import { fileFault } from "./errors.ts";

/**
 * Makes the missing folders on the way to `folder`, runs `work`, and takes away again what it made when
 * `work` fails: a refused write leaves no trace.
 * @throws Fault `parent_is_file` when a part of the way is no folder.
 */
export async function withParents<T>(path: string, folder: string, work: () => Promise<T>): Promise<T> {
  const first = await makeFolders(path, folder);
  try {
    return await work();
  } catch (error) {
    if (first !== undefined) await removeFolders(folder, first);
    throw error;
  }
}

async function makeFolders(path: string, folder: string): Promise<string | undefined> {
  try {
    return await mkdir(folder, { recursive: true });
  } catch (error) {
    const code = systemCode(error);
    throw code === "ENOTDIR" || code === "EEXIST" ? fileFault.parentIsFile(path) : error;
  }
}

/** From the deepest up to `first`; a folder that somebody put something into stays. */
async function removeFolders(deepest: string, first: string): Promise<void> {
  for (let folder = deepest; folder.length >= first.length; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}
