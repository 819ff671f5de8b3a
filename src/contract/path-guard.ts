import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/**
 * `read`: its content reaches the model. `search`: rg opens it on the model's behalf (the secret list holds
 * in every mode). `write`: it is created, changed or replaced.
 */
export type PathAccess = "read" | "search" | "write";

/** Closed list: why a path is refused. Tools branch on the code, people read `message`. */
export type PathRefusalCode =
  | "not_found"
  | "outside"
  | "secret"
  | "protected"
  | "special_file"
  | "own_files"
  | "link_cycle"
  | "denied_by_rule"
  | "unreadable";

export interface PathRefusal {
  readonly ok: false;
  readonly code: PathRefusalCode;
  /** One sentence for the model: the path given, the path tried, the rule or mode that said no. */
  readonly message: string;
}

export interface PathAllowed {
  readonly ok: true;
  /** As tried: absolute, `~`, `@`, `file://` and known misspellings resolved, links not yet followed. */
  readonly path: string;
  /** After following every link; what is judged and what is opened. */
  readonly realPath: string;
  readonly stat: Stats;
}

export type PathVerdict = PathAllowed | PathRefusal;

/** An open file whose identity is the one that was judged. The caller closes the handle. */
export interface OpenedFile extends PathAllowed {
  readonly handle: FileHandle;
}

/** Where a write will land. `stat` is absent when the file does not exist yet. */
export interface WriteTarget {
  readonly ok: true;
  readonly path: string;
  /** The real file (a link's target) or, for a new file, its real parent plus the name. */
  readonly realPath: string;
  readonly stat?: Stats;
}

export interface ListedEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
}

/**
 * The only door through which tools reach files: the file judged is the file opened. The permission gate
 * makes one per call. No method throws for a refusal; other failures of the system do throw.
 */
export interface PathGuard {
  /**
   * Names and paths that a search of a folder (absolute, real) must not even open, as ripgrep globs compared
   * without case (`.env`, `.ssh/`; a leading `/` anchors at the folder): an answer that depended on their
   * content would tell it. `admits` still judges every result.
   */
  searchExclusions?(folder: string): readonly string[];
  /** Absolute path of the folder that relative paths start from. */
  readonly workspace: string;
  /** Judges without opening. Special files are refused before anything is opened. */
  stat(path: string, access: PathAccess): Promise<PathVerdict>;
  /** Opens a regular file for reading, after judging it, and checks that it is still the one judged. */
  open(path: string): Promise<OpenedFile | PathRefusal>;
  /** Entries of a directory, sorted by name, at most `limit`; secrets and own files are left out. */
  list(
    path: string,
    limit: number,
  ): Promise<{ ok: true; entries: readonly ListedEntry[]; more: boolean } | PathRefusal>;
  /** Judges a place to write to; parents that do not exist yet are judged by their nearest existing one. */
  target(path: string): Promise<WriteTarget | PathRefusal>;
  /** Whether a path that a search found may be shown; cheap, called for every result. */
  admits(realPath: string, access: PathAccess): boolean;
}
