import { join } from "node:path";
import type { PathGuard } from "../../contract/path-guard.ts";
import type { Git } from "../git/git.ts";
import { DIFF_OPTIONS, SUBMODULES } from "../git/hardening.ts";
import { MAX_EXCLUDED_PATHS } from "./limits.ts";
import { untrackedText } from "./untracked.ts";

export type ChangeKind = "staged" | "unstaged" | "untracked";

/** The changes of one file, of one kind. */
export interface FileChange {
  readonly kind: ChangeKind;
  /** Relative to the work tree's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Changes {
  /** In the order of kinds and paths. */
  readonly files: readonly FileChange[];
  /** Lines as `git status` writes them: two letters and a path. */
  readonly listed: readonly string[];
  /** Some files were left out: secrets, rules. */
  readonly leftOut: boolean;
}

/** git could not do what it was asked. */
export interface GitFailure {
  readonly failure: string;
}

/** The uncommitted changes below the current folder, without what the guard refuses. */
export async function collectChanges(
  git: Git,
  paths: PathGuard,
  signal: AbortSignal,
): Promise<Changes | GitFailure> {
  const status = await git.run([
    "status",
    "--porcelain=v1",
    "-z",
    "--no-renames",
    "--untracked-files=all",
    SUBMODULES,
    "--",
    ".",
  ]);
  if (status.code !== 0) return { failure: status.stderr };
  const entries = statusEntries(status.stdout.toString());
  const admitted = entries.filter(({ path }) => paths.admits(join(git.root, path), "search"));
  const refused = entries.filter((entry) => !admitted.includes(entry)).map(({ path }) => path);
  const staged = await diffs(git, "staged", refused);
  const unstaged = await diffs(git, "unstaged", refused);
  if ("failure" in staged) return staged;
  if ("failure" in unstaged) return unstaged;
  const untracked: FileChange[] = [];
  for (const { path } of admitted.filter(({ letters }) => letters === "??")) {
    if (signal.aborted) break;
    untracked.push({ kind: "untracked", path, text: await untrackedText(paths, join(git.root, path), path) });
  }
  return {
    files: [...staged.files, ...unstaged.files, ...untracked],
    listed: admitted.map(({ letters, path }) => `${letters} ${path}`),
    leftOut: refused.length > 0,
  };
}

interface StatusEntry {
  readonly letters: string;
  readonly path: string;
}

function statusEntries(output: string): StatusEntry[] {
  return output
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => ({ letters: entry.slice(0, 2), path: entry.slice(3) }));
}

async function diffs(
  git: Git,
  kind: "staged" | "unstaged",
  refused: readonly string[],
): Promise<{ readonly files: FileChange[] } | GitFailure> {
  const cached = kind === "staged" ? ["--cached"] : [];
  const without = refused.slice(0, MAX_EXCLUDED_PATHS).map((path) => `:(top,exclude,literal)${path}`);
  const output = await git.run(["diff", ...cached, ...DIFF_OPTIONS, "--no-renames", "--", ".", ...without]);
  if (output.code !== 0 && output.end === "done") return { failure: output.stderr };
  const closed = new Set(refused);
  const files = splitDiff(output.stdout.toString()).filter(({ path }) => !closed.has(path));
  return { files: files.map((file) => ({ ...file, kind })) };
}

/** A conflict is shown as one combined diff, with the path alone. */
const FILE_START = /^diff --(git|cc|combined) (.*)$/gm;

/** Cuts the output of `git diff` into its files; lines of content never start with a letter. */
function splitDiff(output: string): { path: string; text: string }[] {
  const starts = [...output.matchAll(FILE_START)];
  return starts.map((start, index) => {
    const [, kind, names = ""] = start;
    const text = output.slice(start.index, starts[index + 1]?.index ?? output.length);
    return { path: kind === "git" ? sharedName(names) : unquoted(names), text };
  });
}

/** Without renames both names of a file are the same: `a/PATH b/PATH`. */
function sharedName(names: string): string {
  return unquoted(names.slice((names.length + 1) / 2)).slice(2);
}

/** git writes names with control characters in quotes, bytes as octal escapes. */
function unquoted(quoted: string): string {
  if (!quoted.startsWith('"')) return quoted;
  const bytes: number[] = [];
  const body = quoted.slice(1, -1);
  for (let at = 0; at < body.length; at++) {
    const character = body[at] ?? "";
    if (character !== "\\") {
      bytes.push(...Buffer.from(character));
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(body.slice(at + 1))?.[0];
    bytes.push(octal === undefined ? escaped(body[at + 1] ?? "") : Number.parseInt(octal, 8));
    at += octal === undefined ? 1 : 3;
  }
  return Buffer.from(bytes).toString();
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

function escaped(letter: string): number {
  return ESCAPES[letter] ?? letter.charCodeAt(0);
}
