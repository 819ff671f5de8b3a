import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { PathAllowed, PathGuard, PathRefusal, PathVerdict } from "../../contract/path-guard.ts";
import { systemReason } from "../../output/system-error.ts";
import { type Glob, parseGlob } from "./glob.ts";
import { texts } from "./texts.ts";

/** A folder to search, judged; or one file in it. */
export interface SearchPlace {
  /** Absolute real path of the folder that ripgrep runs in. */
  readonly folder: string;
  /** The one file that is searched, by its name in `folder`. */
  readonly file?: string;
  /** What stands before a found path when it is shown: empty, or ends with `/`. */
  readonly prefix: string;
}

/** The guard's verdict on the folder or file that a search starts from. */
export async function judgeRoot(
  paths: PathGuard,
  path: string | undefined,
): Promise<PathAllowed | PathRefusal> {
  return enterable(await paths.stat(path === undefined || path === "" ? "." : path, "search"));
}

/** ripgrep runs in the folder: one that may not be entered would look like a ripgrep that does not start. */
async function enterable(verdict: PathVerdict): Promise<PathVerdict> {
  if (!verdict.ok || !verdict.stat.isDirectory()) return verdict;
  try {
    await access(verdict.realPath, constants.R_OK | constants.X_OK);
    return verdict;
  } catch (error) {
    const message = texts.closedFolder(verdict.path, systemReason(error));
    return { ok: false, code: "unreadable", message };
  }
}

/** The place of a search below a judged root; undefined when the base folder of the glob is not there. */
export async function placeBelow(
  paths: PathGuard,
  root: PathAllowed,
  base: string,
): Promise<SearchPlace | PathRefusal | undefined> {
  if (base === "") return { folder: root.realPath, prefix: "" };
  const verdict = await enterable(await paths.stat(join(root.path, base), "search"));
  if (!verdict.ok) return verdict.code === "not_found" ? undefined : verdict;
  return verdict.stat.isDirectory() ? { folder: verdict.realPath, prefix: `${base}/` } : undefined;
}

/** A path as results show it: relative to the workspace where it lies in it, with `/`. */
export function shownPath(paths: PathGuard, path: string): string {
  const below = relative(paths.workspace, path);
  const outside = below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below);
  return toSlashes(outside ? path : below);
}

/** Makes the absolute path of a file below a folder from its relative one, which has no `.` or `..`. */
export function pathsIn(folder: string): (path: string) => string {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return sep === "/" ? (path) => prefix + path : (path) => join(folder, path);
}

export function toSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** A glob below a root; or the sentence that says why it cannot be used. An absolute one must lie in the root. */
export function globBelow(pattern: string, root: PathAllowed, platform: NodeJS.Platform): Glob | string {
  const source = belowRoot(pattern, root, platform);
  if (source === undefined) return texts.leavesRoot(pattern, root.path);
  const glob = parseGlob(source, platform);
  if (glob === "too_many_alternatives") return texts.tooManyAlternatives(pattern);
  return glob === "leaves_root" ? texts.leavesRoot(pattern, root.path) : glob;
}

function belowRoot(pattern: string, root: PathAllowed, platform: NodeJS.Platform): string | undefined {
  const source = platform === "win32" ? pattern.replaceAll("\\", "/") : pattern;
  if (!isAbsolute(source)) return source;
  for (const folder of [root.path, root.realPath]) {
    const prefix = toSlashes(folder).replace(/\/*$/, "/");
    // The leading `./` keeps it anchored: a pattern without a slash would match at any depth.
    if (source.startsWith(prefix)) return `./${source.slice(prefix.length)}`;
  }
  return undefined;
}
