import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getuid } from "node:process";
import { isAlive, parseOwner } from "../../config/owner.ts";
import { baseFolders, FOLDER_NAME, type FolderFacts, OWNER_FILE, removeKnown } from "./folder.ts";

/** Longer than any owner record. */
const MAX_OWNER_BYTES = 4096;

/**
 * Removes the folders of hosts that were killed. Only what is beyond doubt: a folder of our name, ours, 0700,
 * no link, with an owner record whose process is dead. Everything else is left alone.
 */
export async function sweepRuntimeFolders(facts: FolderFacts): Promise<readonly string[]> {
  const swept: string[] = [];
  for (const base of baseFolders(facts)) {
    const names = await readdir(base).catch(() => []);
    for (const name of names.filter((one) => FOLDER_NAME.test(one))) {
      const path = join(base, name);
      if (!(await isStale(path, facts.platform).catch(() => false))) continue;
      await removeKnown(path);
      swept.push(path);
    }
  }
  return swept;
}

async function isStale(path: string, platform: NodeJS.Platform): Promise<boolean> {
  const folder = await lstat(path);
  if (!folder.isDirectory()) return false;
  if (platform !== "win32" && (folder.uid !== getuid?.() || (folder.mode & 0o777) !== 0o700)) return false;
  const file = join(path, OWNER_FILE);
  const found = await lstat(file);
  if (!found.isFile() || found.uid !== folder.uid || found.size > MAX_OWNER_BYTES) return false;
  const owner = parseOwner(await readFile(file, "utf8"));
  return owner !== undefined && !(await isAlive(owner, platform));
}
