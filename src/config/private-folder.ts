import { mkdir, stat } from "node:fs/promises";
import { configFault } from "./errors.ts";

/**
 * Makes a folder and what is missing above it, each 0700; one that exists keeps its mode.
 * @throws Fault `folder_unusable` when something else stands there or it cannot be made.
 */
export async function ensurePrivateFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw configFault.folderUnusable(path, error);
  }
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw configFault.folderUnusable(path, { code: "ENOTDIR" });
}
