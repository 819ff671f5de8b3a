import { exclusionArguments } from "./exclusions.ts";
import type { Glob } from "./glob.ts";
import { type Ripgrep, type RipgrepOutput, runRipgrep } from "./run-ripgrep.ts";

export interface ListRequest {
  /** Absolute real path of the folder. */
  readonly folder: string;
  readonly workspace: string;
  readonly glob: Glob;
  /** Also what ignore files hide. */
  readonly ignored: boolean;
}

export interface Listing {
  /** Relative to the folder, with `/`, in no order. */
  readonly paths: readonly string[];
  readonly complete: boolean;
  readonly output: RipgrepOutput;
}

/** The files below a folder that a glob matches, ignore files honoured. */
export async function listFiles(rg: Ripgrep, request: ListRequest): Promise<Listing> {
  const { folder, workspace, glob, ignored } = request;
  const args = [
    "--files",
    "--null",
    "--hidden",
    ...(ignored ? ["--no-ignore"] : []),
    ...nameArguments(glob),
    ...exclusionArguments(folder, workspace),
    ".",
  ];
  const listed = await listWith(rg, { args, folder, glob });
  if (listed.output.end !== "full") return { ...listed, complete: true };
  // More than one search takes: in one order, so that at least the first pages are always the same.
  return { ...(await listWith(rg, { args: ["--sort=path", ...args], folder, glob })), complete: false };
}

/** Compares paths while ripgrep is still finding others. */
async function listWith(
  rg: Ripgrep,
  { args, folder, glob }: { readonly args: readonly string[]; readonly folder: string; readonly glob: Glob },
): Promise<Pick<Listing, "paths" | "output">> {
  const decoder = new TextDecoder();
  const paths: string[] = [];
  let rest = "";
  const onOutput = (chunk: Uint8Array): true => {
    const names = (rest + decoder.decode(chunk, { stream: true })).split("\0");
    // What follows the last separator has not come whole.
    rest = names.pop() ?? "";
    for (const name of names) {
      const path = relativePath(name);
      if (glob.matches(path)) paths.push(path);
    }
    return true;
  };
  return { output: await runRipgrep(rg, { args, cwd: folder, onOutput, keep: false }), paths };
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
  const path = printed.startsWith("./") || printed.startsWith(".\\") ? printed.slice(2) : printed;
  return path.includes("\\") && printed.startsWith(".\\") ? path.replaceAll("\\", "/") : path;
}
