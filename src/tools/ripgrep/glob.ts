import { expandBraces } from "./glob-braces.ts";
import { compileSegment, type Segment } from "./glob-segment.ts";
import { MAX_NAME_FILTERS } from "./limits.ts";

/**
 * A glob pattern, taken apart: a folder that every match lies in, and what to compare below it. A pattern
 * without a slash stands for a name at any depth; one with a slash is anchored at the root.
 */
export interface Glob {
  /** Literal folders that all alternatives start with, joined by `/`; empty when there are none. */
  readonly base: string;
  /** Globs of file names such that nothing else can match; undefined where there is no such list. */
  readonly names?: readonly string[];
  /** Compares a path relative to `base`, with `/`. */
  matches(path: string): boolean;
}

export type GlobProblem = "too_many_alternatives" | "leaves_root";

/** @returns a problem when the braces come to too many patterns or `..` leaves the root. */
export function parseGlob(pattern: string, platform: NodeJS.Platform): Glob | GlobProblem {
  const escapes = platform !== "win32";
  const source = escapes ? pattern : pattern.replaceAll("\\", "/");
  const sources = expandBraces(source, escapes);
  if (sources === undefined) return "too_many_alternatives";
  const alternatives: Alternative[] = [];
  for (const one of sources) {
    const alternative = parseAlternative(one, escapes);
    if (alternative === undefined) return "leaves_root";
    alternatives.push(alternative);
  }
  return globOf(alternatives);
}

interface Alternative {
  readonly sources: readonly string[];
  readonly segments: readonly Segment[];
}

function parseAlternative(source: string, escapes: boolean): Alternative | undefined {
  const sources: string[] = [];
  for (const part of source.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (sources.pop() === undefined) return undefined;
    } else if (part !== "**" || sources.at(-1) !== "**") sources.push(part);
  }
  if (!source.includes("/") && sources[0] !== "**") sources.unshift("**");
  // A folder stands for what is below it.
  if (source.endsWith("/") && sources.length > 0) sources.push("**");
  return { sources, segments: sources.map((part) => compileSegment(part, escapes)) };
}

function globOf(alternatives: readonly Alternative[]): Glob {
  const base = commonFolders(alternatives);
  const rests = alternatives.map(({ segments }) => segments.slice(base.length));
  const names = nameFilters(alternatives);
  return {
    base: base.join("/"),
    ...(names === undefined ? {} : { names }),
    matches: matcherOf(rests),
  };
}

/** The literal segments that all alternatives share at their start; the last segment is a name, not a folder. */
function commonFolders(alternatives: readonly Alternative[]): string[] {
  const folders: string[] = [];
  const [first] = alternatives;
  for (const [index, { literal }] of (first?.segments ?? []).entries()) {
    const shared = alternatives.every(
      ({ segments }) => index < segments.length - 1 && segments[index]?.literal === literal,
    );
    if (literal === undefined || !shared) break;
    folders.push(literal);
  }
  return folders;
}

/** Characters that mean the same to ripgrep and here. */
const PLAIN_NAME = /^[\w.*+@ -]+$/;

function nameFilters(alternatives: readonly Alternative[]): string[] | undefined {
  const names = alternatives.map(({ sources }) => sources.at(-1) ?? "**");
  if (names.length > MAX_NAME_FILTERS) return undefined;
  return names.every((name) => name !== "**" && name !== "*" && PLAIN_NAME.test(name)) ? names : undefined;
}

function matcherOf(alternatives: readonly (readonly Segment[])[]): (path: string) => boolean {
  // Nearly all patterns end in one of these two, and trees are large.
  const [only] = alternatives;
  if (alternatives.length === 1 && only?.length === 1 && only[0]?.deep) return () => true;
  if (alternatives.length === 1 && only?.length === 2 && only[0]?.deep && only[1] && !only[1].deep) {
    const [, name] = only;
    return (path) => name.matches(path.slice(path.lastIndexOf("/") + 1));
  }
  return (path) => {
    const names = path.split("/");
    return alternatives.some((segments) => matchSegments(segments, names));
  };
}

/** As within a segment: goes back to the last `**` only. A trailing `**` needs at least one name. */
function matchSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  let segment = 0;
  let at = 0;
  let deep = -1;
  let deepAt = 0;
  while (at < names.length) {
    const current = segments[segment];
    if (current?.deep) {
      if (segment === segments.length - 1) return true;
      deep = segment++;
      deepAt = at;
    } else if (current?.matches(names[at] ?? "")) {
      segment++;
      at++;
    } else if (deep >= 0) {
      segment = deep + 1;
      at = ++deepAt;
    } else {
      return false;
    }
  }
  return segment === segments.length;
}
