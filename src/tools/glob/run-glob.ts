import { join, posix } from "node:path";
import type { PathAllowed, PathGuard } from "../../contract/path-guard.ts";
import { errorResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { visible } from "../../output/visible.ts";
import { type Admitted, admitFirst, LOOKED_AT, type PathCollector } from "../ripgrep/admit.ts";
import { FirstPaths } from "../ripgrep/first-paths.ts";
import type { Glob } from "../ripgrep/glob.ts";
import { type Listing, type ListRequest, listFiles } from "../ripgrep/list-files.ts";
import { NewestPaths } from "../ripgrep/newest-paths.ts";
import { pageResult } from "../ripgrep/page.ts";
import { globBelow, judgeRoot, pathsIn, placeBelow, type SearchPlace } from "../ripgrep/place.ts";
import type { Ripgrep } from "../ripgrep/run-ripgrep.ts";
import { texts as searchTexts } from "../ripgrep/texts.ts";
import { unreadableWarning } from "../ripgrep/unreadable.ts";
import { type GlobInput, SORTS } from "./definition.ts";
import { DEFAULT_LIMIT } from "./limits.ts";
import { texts } from "./texts.ts";

export interface GlobCall {
  readonly rg: Ripgrep;
  readonly paths: PathGuard;
  readonly platform: NodeJS.Platform;
}

/** What a listing comes to after the guard has looked at what will be shown. */
interface Found extends Admitted {
  readonly total: number;
  /** Of the whole listing. */
  readonly bytes: number;
  readonly complete: boolean;
  readonly warnings: readonly string[];
}

/** One call of glob. */
export async function runGlob(call: GlobCall, input: GlobInput): Promise<ToolResult> {
  const begun = performance.now();
  const { sort } = input;
  if (sort !== undefined && !SORTS.includes(sort)) return errorResult("glob", texts.unknownSort(sort));
  const root = await judgeRoot(call.paths, input.path);
  if (!root.ok) return errorResult("glob", root.message, { refused: root.code });
  if (!root.stat.isDirectory()) return errorResult("glob", searchTexts.notAFolder(root.path));
  const glob = globBelow(input.pattern, root, call.platform);
  if (typeof glob === "string") return errorResult("glob", glob);
  if (input.include_ignored === true && isWide(call.paths, root, glob)) {
    return errorResult("glob", texts.needsNarrowPath);
  }
  const place = await placeBelow(call.paths, root, glob.base);
  if (place !== undefined && "ok" in place)
    return errorResult("glob", place.message, { refused: place.code });
  const found = await find(call, { input, root, glob, place });
  const nothing = found.total > 0 ? "" : await nothingText(call, { input, root, glob, place });
  return pageResult({
    tool: "glob",
    unit: "file",
    offset: input.offset ?? 0,
    limit: input.limit ?? DEFAULT_LIMIT,
    total: found.total,
    piece: (index) => `${visible(found.paths[index] ?? "")}\n`,
    wholeBytes: found.bytes,
    complete: found.complete,
    warnings: found.warnings,
    preserveArgs: ["pattern", "path", "include_ignored", "limit", "sort"],
    nothing,
    details: { root: root.path },
    response: ({ start, end, truncated }) => ({
      filenames: found.paths.slice(start, end),
      numFiles: end - start,
      truncated,
      durationMs: Math.round(performance.now() - begun),
    }),
  });
}

interface Wanted {
  readonly input: GlobInput;
  readonly root: PathAllowed;
  readonly glob: Glob;
  /** Undefined: the folder that the pattern starts with is not there. */
  readonly place: SearchPlace | undefined;
}

/** Ignored files are asked for below some folder of the workspace, never in all of it. */
function isWide(paths: PathGuard, root: PathAllowed, glob: Glob): boolean {
  return glob.base === "" && (root.path === paths.workspace || isAbove(root.path, paths.workspace));
}

function isAbove(folder: string, workspace: string): boolean {
  return workspace.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

async function find(call: GlobCall, { input, root, glob, place }: Wanted): Promise<Found> {
  const needed = (input.offset ?? 0) + (input.limit ?? DEFAULT_LIMIT);
  const named = await namedFile(call.paths, root, input.pattern);
  const namedBelow = named.path === undefined ? undefined : belowPrefix(named.path, place?.prefix ?? "");
  let listed = named.path === undefined;
  const matches = (path: string): boolean => {
    const match = glob.matches(path);
    if (match && path === namedBelow) listed = true;
    return match;
  };
  const collector = (): PathCollector =>
    input.sort === "modified"
      ? new NewestPaths(root.path, call.rg.native)
      : new FirstPaths(needed + LOOKED_AT + 1);
  const ignored = input.include_ignored === true;
  const listing = place && (await list(call, place, { glob: { ...glob, matches }, ignored, collector }));
  const found = listing?.found ?? collector();
  if (!listed && named.path !== undefined) found.add(named.path);
  const admitted = admitFirst(found.inOrder(), needed, admitsIn(call.paths, place));
  const leftOut = named.leftOut || admitted.refused > 0;
  return {
    ...admitted,
    total: found.total - admitted.refused,
    bytes: listing?.bytes ?? 0,
    complete: listing?.complete ?? true,
    warnings: [...(leftOut ? [searchTexts.leftOut] : []), ...unreadableWarning(listing?.output)],
  };
}

/** The guard's word on a path relative to the root; the base folder was judged with its links followed. */
function admitsIn(paths: PathGuard, place: SearchPlace | undefined): (path: string) => boolean {
  // Without a place there is only the named file, which was judged by itself.
  if (place === undefined) return () => true;
  const absolute = pathsIn(place.folder);
  return (path) => paths.admits(absolute(path.slice(place.prefix.length)), "search");
}

function belowPrefix(path: string, prefix: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

function list<Found extends PathCollector>(
  call: GlobCall,
  place: SearchPlace,
  request: Pick<ListRequest<Found>, "glob" | "ignored" | "collector">,
): Promise<Listing<Found>> {
  return listFiles(call.rg, { place, workspace: call.paths.workspace, ...request });
}

/** A pattern that is the very path of a file finds it, whatever ignore files say and brackets mean. */
async function namedFile(
  paths: PathGuard,
  root: PathAllowed,
  pattern: string,
): Promise<{ path?: string; leftOut: boolean }> {
  const path = posix.normalize(pattern);
  if (path.startsWith("/") || path.startsWith("..") || path.includes("\0")) return { leftOut: false };
  const verdict = await paths.stat(join(root.path, path), "search");
  if (!verdict.ok) return { leftOut: verdict.code === "secret" || verdict.code === "denied_by_rule" };
  return verdict.stat.isFile() ? { path, leftOut: false } : { leftOut: false };
}

/** Nothing was found: says whether ignore rules hide what was meant, or a folder was meant. */
async function nothingText(call: GlobCall, { input, root, glob, place }: Wanted): Promise<string> {
  const text = texts.nothing(input.pattern, root.path);
  const verdict = await call.paths.stat(join(root.path, input.pattern), "search");
  if (verdict.ok && verdict.stat.isDirectory()) return `${text}\n${texts.isFolder(input.pattern)}`;
  if (place === undefined || input.include_ignored === true) return text;
  const collector = () => new FirstPaths(Number.POSITIVE_INFINITY);
  const hidden = await list(call, place, { glob, ignored: true, collector });
  const count = hidden.found.inOrder().filter(admitsIn(call.paths, place)).length;
  return count === 0 ? text : `${text}\n${texts.hidden(count, !hidden.complete)}`;
}
