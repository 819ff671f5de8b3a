import { statSync } from "node:fs";
import { join } from "node:path";

/** Paths with the newest change first, equal ones by path; a file that has gone counts as the oldest. */
export function newestFirst(folder: string, paths: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const path of paths) {
    times.set(path, statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  }
  return paths.toSorted().sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
}
