import type { Stats } from "node:fs";
import { RACY_WINDOW_MS } from "./limits.ts";

/** One state of a file, as a session last saw or left it. */
interface SeenVersion {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  /** Of all bytes, hex; absent for files over `HASHED_BYTES`. */
  readonly sha256?: string;
  /** When it was seen; a change shortly after may carry the same time stamps. */
  readonly atMs: number;
}

export interface SeenFile {
  readonly sessionId: string;
  readonly realPath: string;
  readonly stat: Stats;
}

/**
 * What each session last read or wrote of each file, so that an edit made from an old reading is refused
 * instead of wiping somebody else's change. Files are known by real path, and by inode too, because a hard
 * link is a second path to the same file.
 */
export class SeenFiles {
  readonly #versions = new Map<string, SeenVersion>();

  /** Notes the state that a session now knows; `stat` is from before the bytes were read. */
  record(file: SeenFile, nowMs: number, sha256?: string): void {
    const { size, mtimeMs, ctimeMs, ino } = file.stat;
    const version: SeenVersion = {
      size,
      mtimeMs,
      ctimeMs,
      ino,
      atMs: nowMs,
      ...(sha256 === undefined ? {} : { sha256 }),
    };
    for (const key of keysOf(file)) this.#versions.set(key, version);
  }

  /**
   * Whether the file still is what the session knows. `sha256` is asked only when size and times cannot
   * decide. A file that the session never read is `unseen`.
   */
  async judge(
    file: SeenFile,
    sha256: () => Promise<string | undefined>,
  ): Promise<"unseen" | "fresh" | "changed"> {
    const version = this.#find(file);
    if (version === undefined) return "unseen";
    const { stat } = file;
    if (stat.size !== version.size) return "changed";
    const sameTimes =
      stat.mtimeMs === version.mtimeMs && stat.ctimeMs === version.ctimeMs && stat.ino === version.ino;
    const racy = version.atMs - version.mtimeMs < RACY_WINDOW_MS;
    if (sameTimes && !racy) return "fresh";
    if (version.sha256 !== undefined) return (await sha256()) === version.sha256 ? "fresh" : "changed";
    return stat.mtimeMs === version.mtimeMs && stat.ino === version.ino ? "fresh" : "changed";
  }

  #find(file: SeenFile): SeenVersion | undefined {
    for (const key of keysOf(file)) {
      const version = this.#versions.get(key);
      if (version !== undefined) return version;
    }
    return undefined;
  }
}

/** The inode counts only where several names share it: a freed number is soon given to another file. */
function keysOf({ sessionId, realPath, stat }: SeenFile): readonly string[] {
  const path = `${sessionId}\0${realPath}`;
  return stat.nlink > 1 ? [path, `${sessionId}\0${stat.dev}:${stat.ino}`] : [path];
}
