import { statSync } from "node:fs";
import { join } from "node:path";

/** Sorts before every character of a name, so that a folder's files stay together as ripgrep sorts them. */
const LOWEST = "\u0001";

/** Paths sorted folder by folder; the order does not depend on how they were found. */
export function sortedByPath(paths: readonly string[]): string[] {
  const keys = paths.map((path) => path.replaceAll("/", LOWEST));
  return keys.sort().map((key) => key.replaceAll(LOWEST, "/"));
}

/** Paths with the newest change first, equal ones by path; a file that has gone counts as the oldest. */
export function newestFirst(folder: string, paths: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const path of paths) {
    times.set(path, statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  }
  const order = sortedByPath(paths);
  return order.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
}
