import type { PathGuard } from "../../contract/path-guard.ts";
import { exclusionArguments } from "./exclusions.ts";
import { LEFT_OUT_KEPT_MS } from "./limits.ts";
import { mergedGlobs } from "./merged-globs.ts";
import { pathsIn } from "./place.ts";
import { pathReader } from "./printed-paths.ts";
import { type Ripgrep, runRipgrep } from "./run-ripgrep.ts";

/** Arguments that keep ripgrep from opening what the guard names. */
export function secretArguments(paths: PathGuard, folder: string): string[] {
  return mergedGlobs(paths.searchExclusions?.(folder) ?? []).map((glob) => `--iglob=!${glob}`);
}

/**
 * Whether folders hold files that a search leaves out. Names alone are looked at, so that the answer does not
 * depend on what is in those files: otherwise a pattern could be tried on a secret bit by bit. The answer is
 * kept for a while: looking again with every search would cost a quarter of it.
 */
export class LeftOut {
  readonly #answers = new Map<string, { readonly until: number; readonly answer: Promise<boolean> }>();

  async in(rg: Ripgrep, paths: PathGuard, folder: string): Promise<boolean> {
    const globs = paths.searchExclusions?.(folder) ?? [];
    if (globs.length === 0) return false;
    const key = [folder, ...globs].join("\0");
    const known = this.#answers.get(key);
    if (known !== undefined && performance.now() < known.until) return known.answer;
    const answer = leavesOut(rg, paths, { folder, globs });
    this.#answers.set(key, { until: performance.now() + LEFT_OUT_KEPT_MS, answer });
    // What was stopped or failed has not looked at everything.
    const forget = () => this.#answers.delete(key);
    answer.then(() => rg.signal.aborted && forget(), forget);
    return answer;
  }
}

async function leavesOut(
  rg: Ripgrep,
  paths: PathGuard,
  { folder, globs }: { readonly folder: string; readonly globs: readonly string[] },
): Promise<boolean> {
  let found = false;
  const absolute = pathsIn(folder);
  const read = pathReader((path) => {
    found ||= !paths.admits(absolute(path), "search");
  });
  const onOutput = (chunk: Uint8Array): boolean => read(chunk) && !found;
  const wanted = mergedGlobs(globs).map((glob) => `--iglob=${asWanted(glob)}`);
  const args = [
    "--files",
    "--null",
    "--hidden",
    "--no-messages",
    ...wanted,
    ...exclusionArguments(folder, paths.workspace),
  ];
  await runRipgrep(rg, { args: [...args, "."], cwd: folder, onOutput, keep: false });
  return found;
}

/** What is wanted are files: a folder's name alone would admit the folder and nothing in it. */
function asWanted(glob: string): string {
  if (!glob.endsWith("/")) return glob;
  return glob.indexOf("/") === glob.length - 1 ? `**/${glob}**` : `${glob}**`;
}
