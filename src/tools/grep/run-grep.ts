import { basename, dirname } from "node:path";
import type { PathAllowed, PathGuard } from "../../contract/path-guard.ts";
import { errorResult, textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { countLines } from "../../output/lines.ts";
import { visible } from "../../output/visible.ts";
import { exclusionArguments } from "../ripgrep/exclusions.ts";
import type { LeftOut } from "../ripgrep/left-out.ts";
import { pageResult } from "../ripgrep/page.ts";
import { globBelow, judgeRoot, pathsIn, placeBelow, type SearchPlace, shownPath } from "../ripgrep/place.ts";
import { type Ripgrep, type RipgrepOutput, runRipgrep } from "../ripgrep/run-ripgrep.ts";
import { texts as searchTexts } from "../ripgrep/texts.ts";
import { unreadableWarning } from "../ripgrep/unreadable.ts";
import { type GrepInput, OUTPUT_MODES } from "./definition.ts";
import { type FoundOutput, type FoundRequest, foundOutput } from "./found.ts";
import { DEFAULT_LIMIT } from "./limits.ts";
import { type GrepSearch, patternArguments, type SearchForm, searchArguments } from "./rg-arguments.ts";
import { holdsLine } from "./rg-lines.ts";
import { texts } from "./texts.ts";

export interface GrepCall {
  readonly rg: Ripgrep;
  readonly paths: PathGuard;
  readonly platform: NodeJS.Platform;
  /** Of the turn. */
  readonly leftOut: LeftOut;
}

/** One call of grep. */
export async function runGrep(call: GrepCall, input: GrepInput): Promise<ToolResult> {
  const root = await judgeRoot(call.paths, input.path);
  if (!root.ok) return errorResult("grep", root.message, { refused: root.code });
  const search = await planSearch(call, root, input);
  if (typeof search === "string") return errorResult("grep", search);
  if (search === undefined) return nothingFound(input, root);
  const request = foundRequest(call, root, search);
  const [searched, leftOut] = await Promise.all([
    searchFiles(call, search, request),
    search.place.file === undefined ? call.leftOut.in(call.rg, call.paths, search.place.folder) : false,
  ]);
  if (searched.output.code === 2) {
    const problem = (await patternProblem(call.rg, search)) ?? (await globProblem(call.rg, search));
    if (problem !== undefined) return errorResult("grep", problem, { bad_pattern: true });
  }
  return foundResult({ root, search, ...searched, leftOut });
}

/** What is searched and where; a sentence when it cannot be; undefined when the glob's folder is not there. */
async function planSearch(
  call: GrepCall,
  root: PathAllowed,
  input: GrepInput,
): Promise<GrepSearch | string | undefined> {
  const mode = input.output_mode ?? "files_with_matches";
  if (!OUTPUT_MODES.includes(mode)) return texts.unknownMode(mode);
  // No argument of a program can hold one.
  if (input.pattern.includes("\0")) return texts.nul("pattern");
  if (input.glob?.includes("\0")) return texts.nul("glob");
  const context = mode === "content" ? (input.context ?? 0) : 0;
  const parts = { input, mode, context };
  if (root.stat.isFile()) {
    return { ...parts, place: { folder: dirname(root.realPath), file: basename(root.realPath), prefix: "" } };
  }
  if (!root.stat.isDirectory()) return searchTexts.neitherFileNorFolder(root.path);
  const whole: SearchPlace = { folder: root.realPath, prefix: "" };
  if (input.glob === undefined) return { ...parts, place: whole };
  if (input.glob.startsWith("!")) return { ...parts, place: whole, unwanted: input.glob };
  const glob = globBelow(input.glob, root, call.platform);
  if (typeof glob === "string") return glob;
  const place = await placeBelow(call.paths, root, glob.base);
  if (place !== undefined && "ok" in place) return place.message;
  return place && { ...parts, place, glob };
}

interface Searched {
  readonly output: RipgrepOutput;
  readonly found: FoundOutput;
}

/** Searches in parallel; when that gives too much, again in one order, so that pages are always the same. */
async function searchFiles(
  { rg, paths }: GrepCall,
  search: GrepSearch,
  request: FoundRequest,
): Promise<Searched> {
  const run = async (form: SearchForm, more: readonly string[]): Promise<Searched> => {
    const found = foundOutput(form, request);
    const args = [...more, ...searchArguments(search, form, paths)];
    return { output: await runRipgrep(rg, { args, cwd: search.place.folder, ...found.taking }), found };
  };
  const form = search.mode;
  const searched = await run(form, []);
  if (searched.output.end === "full") {
    const sorted = await run(form, ["--sort=path"]);
    const { end, stdout } = sorted.output;
    const useful = form !== "content" || end !== "full" || holdsLine(stdout);
    return useful ? sorted : await run("matches", ["--sort=path"]);
  }
  if (searched.output.code !== 1 || !(await hidesEverything(rg, paths, search))) return searched;
  return await run(form, ["--no-ignore-parent"]);
}

/** Whether ignore files further up hide all of a folder that the caller named: naming it means it. */
async function hidesEverything(
  rg: Ripgrep,
  paths: PathGuard,
  { place, input }: GrepSearch,
): Promise<boolean> {
  if (place.file !== undefined || (input.path === undefined && place.prefix === "")) return false;
  const args = ["--files", "--quiet", "--hidden", ...exclusionArguments(place.folder, paths.workspace), "."];
  return (await runRipgrep(rg, { args, cwd: place.folder })).code === 1;
}

/** The sentence for a pattern that ripgrep cannot use, if it cannot: it is tried on an empty input. */
async function patternProblem(rg: Ripgrep, { input, place }: GrepSearch): Promise<string | undefined> {
  const args = [...patternArguments(input), "--", input.pattern, "-"];
  const tried = await runRipgrep(rg, { args, cwd: place.folder });
  return tried.code === 2 ? texts.badPattern(input.pattern, reasonIn(tried)) : undefined;
}

/** The same for a `!glob`, which ripgrep reads itself: it is tried without going into any folder. */
async function globProblem(rg: Ripgrep, { unwanted, place }: GrepSearch): Promise<string | undefined> {
  if (unwanted === undefined) return undefined;
  const args = ["--files", "--max-depth=0", `--glob=${unwanted}`, "."];
  const tried = await runRipgrep(rg, { args, cwd: place.folder });
  return tried.code === 2 ? texts.badGlob(unwanted, reasonIn(tried)) : undefined;
}

/** Without what ripgrep goes on to advise: flags of its own command line, which no caller has. */
function reasonIn({ stderr }: RipgrepOutput): string {
  return stderr
    .replace(/^rg: /, "")
    .replace(/\n\nConsider enabling [\s\S]*$/, "")
    .trimEnd();
}

interface Found extends Searched {
  readonly root: PathAllowed;
  readonly search: GrepSearch;
  readonly leftOut: boolean;
}

function foundRequest({ rg, paths }: GrepCall, root: PathAllowed, search: GrepSearch): FoundRequest {
  const { input, context, place, glob } = search;
  const rootShown = shownPath(paths, root.path);
  const folder = rootShown === "" || rootShown.endsWith("/") ? rootShown : `${rootShown}/`;
  const named = place.file !== undefined;
  const absolute = pathsIn(place.folder);
  return {
    native: rg.native,
    context,
    folder: place.folder,
    wanted: (path) => named || glob === undefined || glob.matches(path),
    admits: (path) => named || paths.admits(absolute(path), "search"),
    needed: (input.offset ?? 0) + (input.limit ?? DEFAULT_LIMIT),
    shown: (path) => (named ? rootShown : folder + place.prefix + path),
  };
}

function foundResult({ root, search, output, found: searched, leftOut }: Found): ToolResult {
  const { input, mode } = search;
  const found = searched.pieces(output.stdout);
  return pageResult({
    tool: "grep",
    unit: mode === "content" ? "match" : "file",
    offset: input.offset ?? 0,
    limit: input.limit ?? DEFAULT_LIMIT,
    total: found.total,
    piece: found.piece,
    wholeBytes: output.bytes,
    complete: output.end !== "full",
    warnings: [...(leftOut || found.refused ? [searchTexts.leftOut] : []), ...unreadableWarning(output)],
    preserveArgs: ["pattern", "path", "glob", "output_mode", "ignoreCase", "literal", "context", "limit"],
    nothing: texts.nothing(visible(input.pattern), root.path),
    details: { mode, root: root.path, num_files: found.files },
    response: ({ start, end, text }) => ({
      mode,
      numFiles: found.files,
      filenames: found.names(start, end),
      ...(mode === "files_with_matches" ? {} : { content: text, numLines: countLines(text) }),
    }),
  });
}

function nothingFound(input: GrepInput, root: PathAllowed): ToolResult {
  const details = { mode: input.output_mode ?? "files_with_matches", total: 0, num_files: 0 };
  return textResult("grep", texts.nothing(visible(input.pattern), root.path), { details });
}
