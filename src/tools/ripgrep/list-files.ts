import { exclusionArguments } from "./exclusions.ts";
import { FirstPaths } from "./first-paths.ts";
import type { Glob } from "./glob.ts";
import { toSlashes } from "./place.ts";
import { type Ripgrep, type RipgrepOutput, runRipgrep } from "./run-ripgrep.ts";

export interface ListRequest {
  /** Absolute real path of the folder. */
  readonly folder: string;
  readonly workspace: string;
  readonly glob: Glob;
  /** Also what ignore files hide. */
  readonly ignored: boolean;
  /** How many paths are wanted, the first in order; the others are counted. */
  readonly wanted: number;
}

export interface Listing {
  /** Relative to the folder, with `/`; the first ones in the order of paths. */
  readonly paths: readonly string[];
  readonly total: number;
  readonly complete: boolean;
  readonly output: RipgrepOutput;
}

/** The files below a folder that a glob matches, ignore files honoured. */
export async function listFiles(rg: Ripgrep, request: ListRequest): Promise<Listing> {
  const { folder, workspace, glob, ignored } = request;
  // Without a search path ripgrep prints paths without `./` before them.
  const args = [
    "--files",
    "--null",
    "--hidden",
    ...(ignored ? ["--no-ignore"] : []),
    ...nameArguments(glob),
    ...exclusionArguments(folder, workspace),
  ];
  const listed = await listWith(rg, args, request);
  if (listed.output.end !== "full") return { ...listed, complete: true };
  // More than one search takes: in one order, so that at least the first pages are always the same.
  return { ...(await listWith(rg, ["--sort=path", ...args], request)), complete: false };
}

/** Compares paths while ripgrep is still finding others. */
async function listWith(
  rg: Ripgrep,
  args: readonly string[],
  { folder, glob, wanted }: ListRequest,
): Promise<Omit<Listing, "complete">> {
  const decoder = new TextDecoder();
  const first = new FirstPaths(wanted);
  let rest = "";
  const onOutput = (chunk: Uint8Array): true => {
    const names = (rest + decoder.decode(chunk, { stream: true })).split("\0");
    // What follows the last separator has not come whole.
    rest = names.pop() ?? "";
    for (const name of names) {
      const path = toSlashes(name);
      if (glob.matches(path)) first.add(path);
    }
    return true;
  };
  const output = await runRipgrep(rg, { args, cwd: folder, onOutput, keep: false });
  return { output, paths: first.sorted(), total: first.total };
}

/**
 * Narrows ripgrep to file names by a type of its own. A positive `--glob` would do so too, but it would also
 * bring back what ignore files hide.
 */
export function nameArguments(glob: Glob): string[] {
  if (glob.names === undefined) return [];
  return [...glob.names.map((name) => `--type-add=turnkit:${name}`), "--type=turnkit"];
}

/** A path as ripgrep prints it for the search path `.`, without that. */
export function relativePath(printed: string): string {
  const path = toSlashes(printed);
  return path.startsWith("./") ? path.slice(2) : path;
}
