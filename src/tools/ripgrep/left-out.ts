import { join } from "node:path";
import type { PathGuard } from "../../contract/path-guard.ts";
import { exclusionArguments } from "./exclusions.ts";
import { type Ripgrep, runRipgrep } from "./run-ripgrep.ts";

/** Arguments that keep ripgrep from opening what the guard names. */
export function secretArguments(paths: PathGuard, folder: string): string[] {
  return (paths.searchExclusions?.(folder) ?? []).map((glob) => `--iglob=!${glob}`);
}

/**
 * Whether a folder holds files that a search leaves out. It looks at names alone, so that the answer does not
 * depend on what is in those files: otherwise a pattern could be tried on a secret bit by bit.
 */
export async function leavesOut(rg: Ripgrep, paths: PathGuard, folder: string): Promise<boolean> {
  const globs = paths.searchExclusions?.(folder) ?? [];
  if (globs.length === 0) return false;
  let found = false;
  let rest = "";
  const look = (chunk: Uint8Array): boolean => {
    const names = (rest + Buffer.from(chunk).toString()).split("\0");
    rest = names.pop() ?? "";
    found ||= names.some((name) => !paths.admits(join(folder, name), "search"));
    return !found;
  };
  const wanted = globs.map((glob) => `--iglob=${asWanted(glob)}`);
  const args = [
    "--files",
    "--null",
    "--hidden",
    "--no-messages",
    ...wanted,
    ...exclusionArguments(folder, paths.workspace),
  ];
  await runRipgrep(rg, { args: [...args, "."], cwd: folder, onOutput: look });
  return found;
}

/** What is wanted are files: a folder's name alone would admit the folder and nothing in it. */
function asWanted(glob: string): string {
  if (!glob.endsWith("/")) return glob;
  return glob.indexOf("/") === glob.length - 1 ? `**/${glob}**` : `${glob}**`;
}
