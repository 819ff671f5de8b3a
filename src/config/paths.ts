import { join, resolve } from "node:path";

/** A path as a person writes it, made absolute: `~` is the home folder, anything relative starts at `base`. */
export function expandPath(path: string, base: string, home: string): string {
  if (path === "~") return home;
  if (path.startsWith("~/") || path.startsWith("~\\")) return join(home, path.slice(2));
  return resolve(base, path);
}
