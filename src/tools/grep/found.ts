import { visible } from "../../output/visible.ts";
import { admitFirst } from "../ripgrep/admit.ts";
import { relativePath } from "../ripgrep/list-files.ts";
import { newestFirst } from "../ripgrep/order.ts";
import type { RipgrepOutput } from "../ripgrep/run-ripgrep.ts";
import { clipLine } from "./clip-line.ts";
import { matchPieces } from "./match-pieces.ts";
import type { SearchForm } from "./rg-arguments.ts";
import { type FoundFile, readLines } from "./rg-lines.ts";
import { texts } from "./texts.ts";

export interface FoundRequest {
  readonly form: SearchForm;
  readonly context: number;
  readonly output: RipgrepOutput;
  /** Absolute; what the found paths are relative to. */
  readonly folder: string;
  readonly wanted: (path: string) => boolean;
  /** The guard's word on a found path. */
  readonly admits: (path: string) => boolean;
  /** How many pieces the page needs, from the first. */
  readonly needed: number;
  /** A found path as it is shown. */
  readonly shown: (path: string) => string;
}

/** What a search found, in a fixed order, as pieces of text: one per file, or one per match. */
export interface FoundPieces {
  readonly total: number;
  readonly files: number;
  readonly piece: (index: number) => string;
  /** The files, as they are shown, that some pieces are about. */
  readonly names: (start: number, end: number) => readonly string[];
  /** The guard refused some. */
  readonly refused: boolean;
}

export function foundPieces(request: FoundRequest): FoundPieces {
  switch (request.form) {
    case "content":
      return contentPieces(request);
    case "matches":
      return matchOnlyPieces(request);
    case "count":
      return countPieces(request);
    case "files_with_matches":
      return filePieces(request);
  }
}

/** Whether the output holds one whole line; without one its first line alone was longer than all may be. */
export function holdsLine(stdout: Buffer): boolean {
  return readLines(stdout).length > 0;
}

function filePieces({ output, folder, wanted, admits, needed, shown }: FoundRequest): FoundPieces {
  const names = output.stdout.toString().split("\0");
  names.pop();
  const found = newestFirst(folder, names.map(relativePath).filter(wanted));
  const { paths, refused } = admitFirst(found, needed, admits);
  const total = found.length - refused;
  return {
    refused: refused > 0,
    total,
    files: total,
    piece: (index) => `${visible(shown(paths[index] ?? ""))}\n`,
    names: (start, end) => paths.slice(start, end).map(shown),
  };
}

/** ripgrep prints `path NUL count` and a line end, which is CRLF with `--crlf`. */
function countPieces({ output, wanted, admits, shown }: FoundRequest): FoundPieces {
  const counts = new Map<string, string>();
  const text = output.stdout.toString();
  for (let start = 0; ; ) {
    const separator = text.indexOf("\0", start);
    const end = separator === -1 ? -1 : text.indexOf("\n", separator);
    if (end === -1) break;
    const path = relativePath(text.slice(start, separator));
    if (wanted(path)) counts.set(path, text.slice(separator + 1, end).trimEnd());
    start = end + 1;
  }
  const found = [...counts.keys()];
  const paths = found.filter(admits).sort();
  const pieces = paths.map((path) => `${visible(shown(path))}:${counts.get(path)}\n`);
  return {
    ...ready(pieces, { files: paths.map(shown), refused: paths.length < found.length }),
    names: (start, end) => paths.slice(start, end).map(shown),
  };
}

function contentPieces(request: FoundRequest): FoundPieces {
  const { files, refused } = filesInOrder(request);
  return ready(matchPieces(files, request.shown, request.context), {
    files: namesOf(files, request),
    refused,
  });
}

function matchOnlyPieces(request: FoundRequest): FoundPieces {
  const { shown } = request;
  const { files, refused } = filesInOrder(request);
  const pieces = files.flatMap((file) => {
    const path = visible(shown(file.path));
    if (file.binary) return [texts.binary(path)];
    return file.lines.map(({ number, text }) => texts.matchOnly(path, number, clipLine(text, 0)));
  });
  return ready(pieces, { files: namesOf(files, request), refused });
}

function filesInOrder({ output, wanted, admits }: FoundRequest): { files: FoundFile[]; refused: boolean } {
  const found = readLines(output.stdout).filter((file) => wanted(file.path));
  const files = found.filter((file) => admits(file.path));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, refused: files.length < found.length };
}

function namesOf(files: readonly FoundFile[], { shown }: FoundRequest): string[] {
  return files.map((file) => shown(file.path));
}

/** Pieces of text that are there already; which of the files a page is about is not looked up. */
function ready(
  pieces: readonly string[],
  { files, refused }: { readonly files: readonly string[]; readonly refused: boolean },
): FoundPieces {
  return {
    refused,
    files: files.length,
    names: () => files,
    total: pieces.length,
    piece: (index) => pieces[index] ?? "",
  };
}
