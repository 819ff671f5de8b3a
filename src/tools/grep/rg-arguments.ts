import type { PathGuard } from "../../contract/path-guard.ts";
import { exclusionArguments } from "../ripgrep/exclusions.ts";
import type { Glob } from "../ripgrep/glob.ts";
import { secretArguments } from "../ripgrep/left-out.ts";
import { MAX_SEARCHED_FILE } from "../ripgrep/limits.ts";
import { nameArguments } from "../ripgrep/list-files.ts";
import type { SearchPlace } from "../ripgrep/place.ts";
import type { GrepInput, OutputMode } from "./definition.ts";

/**
 * How matches are asked for: `matches` gives the matching text alone, for lines that are longer than the
 * whole output of a search may be.
 */
export type SearchForm = OutputMode | "matches";

export interface GrepSearch {
  readonly input: GrepInput;
  readonly mode: OutputMode;
  readonly context: number;
  readonly place: SearchPlace;
  /** Of the files that are wanted; absent: all. */
  readonly glob?: Glob;
  /** A `!glob` of the caller: what is not wanted. */
  readonly unwanted?: string;
}

/** How the pattern is understood; also for trying it on nothing. */
export function patternArguments({ pattern, ignoreCase, literal }: GrepInput): string[] {
  // CRLF ends a line too (20-local-tools), so that `$` matches before it.
  return [
    "--crlf",
    ignoreCase === true ? "--ignore-case" : "--case-sensitive",
    ...(literal === true ? ["--fixed-strings"] : []),
    ...(spansLines(pattern, literal === true) ? ["--multiline"] : []),
  ];
}

function spansLines(pattern: string, literal: boolean): boolean {
  return pattern.includes("\n") || (!literal && pattern.includes("\\n"));
}

/** The arguments of a whole search; the pattern stands after `--`, whatever it begins with. */
export function searchArguments(search: GrepSearch, form: SearchForm, paths: PathGuard): string[] {
  const { input, context, place, glob, unwanted } = search;
  const narrowed = place.file === undefined;
  return [
    "--hidden",
    ...formArguments(form, context),
    ...patternArguments(input),
    `--max-filesize=${MAX_SEARCHED_FILE}`,
    ...(narrowed && glob !== undefined ? nameArguments(glob) : []),
    ...(unwanted === undefined ? [] : [`--glob=${unwanted}`]),
    ...exclusionArguments(place.folder, paths.workspace),
    ...secretArguments(paths, place.folder),
    "--",
    input.pattern,
    place.file === undefined ? "." : `./${place.file}`,
  ];
}

function formArguments(form: SearchForm, context: number): string[] {
  const named = ["--null", "--with-filename", "--color=never"];
  if (form === "count") return [...named, "--count"];
  if (form === "files_with_matches") return [...named, "--files-with-matches"];
  const lines = [...named, "--no-heading", "--line-number", "--column", "--no-context-separator"];
  return form === "matches" ? [...lines, "--only-matching"] : [...lines, `--context=${context}`];
}
