import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { workspace } from "./workspace.ts";

/** A folder tree with everything a turn may touch in it, and things around that it may not. */
export interface Fence {
  /** Around everything. */
  readonly path: string;
  /** The folder `in`, the workspace of the calls. */
  readonly inside: string;
  readonly home: string;
  readonly data: string;
  /** Where results are stored. */
  readonly session: string;
  /** Whether a path, as a call of a tool gives it, leads to something in the fence. */
  holds(path: string): boolean;
  /** Every entry with what changes when it is touched; repositories are not looked into. */
  snapshot(): Snapshot;
  [Symbol.dispose](): void;
}

/** State by path, relative to the fence. */
export type Snapshot = ReadonlyMap<string, string>;

/** Makes the tree; while it is there, it also holds the folder for temporary files. */
export function fence(files: Readonly<Record<string, string | Uint8Array>>): Fence {
  const around = workspace({ "out.txt": "outside", "outside/deep.txt": "outside", ...files });
  const at = (name: string) => join(around.path, name);
  for (const folder of ["in", "home", "data", "session", "tmp"]) mkdirSync(at(folder), { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = at("tmp");
  return {
    path: around.path,
    inside: at("in"),
    home: at("home"),
    data: at("data"),
    session: at("session"),
    holds: (path) =>
      !path.startsWith("~") && `${resolve(at("in"), path)}${sep}`.startsWith(around.path + sep),
    snapshot: () => {
      const states = new Map<string, string>();
      note(around.path, "", states);
      return states;
    },
    [Symbol.dispose]: () => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      around[Symbol.dispose]();
    },
  };
}

/** The paths whose entries came, went or changed. A folder whose list of entries changed does not count itself. */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

function note(root: string, inner: string, states: Map<string, string>): void {
  for (const entry of readdirSync(join(root, inner), { withFileTypes: true })) {
    const path = join(inner, entry.name);
    const { ino, mode, size, mtimeNs } = lstatSync(join(root, path), { bigint: true });
    states.set(path, entry.isDirectory() ? `folder ${mode}` : `${ino} ${mode} ${size} ${mtimeNs}`);
    if (entry.isDirectory() && entry.name !== ".git") note(root, path, states);
  }
}
