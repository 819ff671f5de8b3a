import { closeSync, constants, type Dirent, openSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Lets go of what hangs in the reading of a FIFO. */
export function release(folder: string): void {
  for (const entry of entriesIn(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) release(path);
    if (!entry.isFIFO()) continue;
    try {
      closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    } catch {
      // Nobody reads it.
    }
  }
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
