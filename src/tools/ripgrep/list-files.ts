import type { PathCollector } from "./admit.ts";
import { exclusionArguments } from "./exclusions.ts";
import type { Glob } from "./glob.ts";
import type { SearchPlace } from "./place.ts";
import { pathReader } from "./printed-paths.ts";
import { type Ripgrep, type RipgrepOutput, runRipgrep } from "./run-ripgrep.ts";

export interface ListRequest<Found extends PathCollector> {
  readonly place: SearchPlace;
  readonly workspace: string;
  readonly glob: Glob;
  /** Also what ignore files hide. */
  readonly ignored: boolean;
  /** What takes the paths of one run, each with the place's prefix. */
  readonly collector: () => Found;
}

export interface Listing<Found extends PathCollector> {
  readonly found: Found;
  /** Of all that was listed, wanted or not, with one byte after each path. */
  readonly bytes: number;
  readonly complete: boolean;
  readonly output: RipgrepOutput;
}

/** The files below a folder that a glob matches, ignore files honoured. */
export async function listFiles<Found extends PathCollector>(
  rg: Ripgrep,
  request: ListRequest<Found>,
): Promise<Listing<Found>> {
  const { place, workspace, glob, ignored } = request;
  const args = [
    "--files",
    "--null",
    "--hidden",
    ...(ignored ? ["--no-ignore"] : []),
    ...nameArguments(glob),
    ...exclusionArguments(place.folder, workspace),
    // Without it ripgrep goes the same way, and takes half as long again to leave out the `./` of each path.
    ".",
  ];
  const listed = await listWith(rg, args, request);
  if (listed.output.end !== "full") return { ...listed, complete: true };
  // More than one search takes: in one order, so that at least the first pages are always the same.
  return { ...(await listWith(rg, ["--sort=path", ...args], request)), complete: false };
}

/** Compares paths while ripgrep is still finding others. */
async function listWith<Found extends PathCollector>(
  rg: Ripgrep,
  args: readonly string[],
  { place, glob, collector }: ListRequest<Found>,
): Promise<Omit<Listing<Found>, "complete">> {
  const found = collector();
  let count = 0;
  const onOutput = pathReader((path) => {
    count++;
    if (glob.matches(path)) found.add(place.prefix + path);
  });
  const output = await runRipgrep(rg, { args, cwd: place.folder, onOutput, keep: false });
  return { output, found, bytes: output.bytes - count * "./".length };
}

/**
 * Narrows ripgrep to file names by a type of its own. A positive `--glob` would do so too, but it would also
 * bring back what ignore files hide.
 */
export function nameArguments(glob: Glob): string[] {
  if (glob.names === undefined) return [];
  return [...glob.names.map((name) => `--type-add=turnkit:${name}`), "--type=turnkit"];
}
