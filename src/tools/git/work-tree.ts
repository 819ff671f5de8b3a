import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether a folder seems to lie in a git work tree: some folder above it has a `.git`. Starts nothing. */
export function isInWorkTree(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (dirname(at) === at) return false;
  }
}
