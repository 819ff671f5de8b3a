import { accessSync, constants, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { cacheDir } from "../../config/cache-dir.ts";
import { systemReason } from "../../output/system-error.ts";
import { doctorTexts as texts } from "./texts.ts";
import { type Check, type Examined, failed, ok, warning } from "./types.ts";

/** Whether the data dir and the cache can be written, by whom, and who chose them. */
export function checkFolders({ host, dataDir }: Examined): Check[] {
  const cache = cacheDir(host);
  return [
    checkFolder(
      "data-dir",
      { path: dataDir.path, chosenBy: dataDir.origin, flag: "--data-dir" },
      host.platform,
    ),
    checkFolder("cache", { path: cache, chosenBy: "cache", flag: "XDG_CACHE_HOME" }, host.platform),
  ];
}

interface Folder {
  readonly path: string;
  readonly chosenBy: string;
  /** What names another one. */
  readonly flag: string;
}

function checkFolder(check: string, { path, chosenBy, flag }: Folder, platform: NodeJS.Platform): Check {
  const fix = texts.folderFix(flag);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) {
      accessSync(nearestFolder(path), constants.W_OK | constants.X_OK);
      return ok(check, texts.folderToMake(path, chosenBy));
    }
    if (!found.isDirectory()) return failed(check, texts.folderUnusable(path, texts.notFolder), fix);
    accessSync(path, constants.W_OK | constants.X_OK);
    if (isOpen(found, platform)) {
      const mode = (found.mode & 0o7777).toString(8);
      return warning(check, texts.folderOpen(path, mode), texts.folderOpenFix(path));
    }
    return ok(check, texts.folderReady(path, chosenBy));
  } catch (error) {
    return failed(check, texts.folderUnusable(path, systemReason(error)), fix);
  }
}

function isOpen(found: Stats, platform: NodeJS.Platform): boolean {
  return platform !== "win32" && (found.mode & 0o022) !== 0;
}

function nearestFolder(path: string): string {
  const parent = dirname(path);
  if (parent === path || statSync(parent, { throwIfNoEntry: false }) !== undefined) return parent;
  return nearestFolder(parent);
}
