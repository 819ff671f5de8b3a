import { visible } from "../../output/visible.ts";
import { relativePath } from "../ripgrep/list-files.ts";
import { newestFirst, sortedByPath } from "../ripgrep/order.ts";
import type { RipgrepOutput } from "../ripgrep/run-ripgrep.ts";
import { clipLine } from "./clip-line.ts";
import { matchPieces } from "./match-pieces.ts";
import type { SearchForm } from "./rg-arguments.ts";
import { type MatchedFile, readEvents } from "./rg-events.ts";
import { texts } from "./texts.ts";

export interface FoundRequest {
  readonly form: SearchForm;
  readonly context: number;
  readonly output: RipgrepOutput;
  /** Absolute; what the found paths are relative to. */
  readonly folder: string;
  readonly wanted: (path: string) => boolean;
  /** A found path as it is shown. */
  readonly shown: (path: string) => string;
}

export interface FoundPieces {
  readonly pieces: readonly string[];
  readonly files: number;
}

/** What a search found, as pieces of text in a fixed order: one per file, or one per match. */
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

function filePieces({ output, folder, wanted, shown }: FoundRequest): FoundPieces {
  const names = output.stdout.toString().split("\0");
  names.pop();
  const paths = names.map(relativePath).filter(wanted);
  const pieces = newestFirst(folder, paths).map((path) => `${visible(shown(path))}\n`);
  return { pieces, files: pieces.length };
}

/** ripgrep prints `path NUL count` and a line end, which is CRLF with `--crlf`. */
function countPieces({ output, wanted, shown }: FoundRequest): FoundPieces {
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
  const pieces = sortedByPath([...counts.keys()]).map(
    (path) => `${visible(shown(path))}:${counts.get(path)}\n`,
  );
  return { pieces, files: pieces.length };
}

function contentPieces({ output, context, wanted, shown }: FoundRequest): FoundPieces {
  const files = new Map<string, MatchedFile>();
  for (const file of readEvents(output.stdout, context)) if (wanted(file.path)) files.set(file.path, file);
  const sorted = sortedByPath([...files.keys()]).flatMap((path) => files.get(path) ?? []);
  return { pieces: matchPieces(sorted, shown, context), files: sorted.length };
}

/** Whether the output of `rg --json` holds one whole match; without one its first line alone was too long. */
export function hasMatch(stdout: Buffer): boolean {
  return readEvents(stdout, 0).some((file) => file.blocks.length > 0);
}

/** ripgrep prints `path NUL line:match`, and a sentence without NUL for a binary file. */
function matchOnlyPieces({ output, wanted, shown }: FoundRequest): FoundPieces {
  const pieces: string[] = [];
  const files = new Set<string>();
  for (const line of output.stdout.toString().split("\n")) {
    const [printed = "", rest] = line.split("\0", 2);
    const binary = rest === undefined ? /^(.*): binary file matches /.exec(printed)?.[1] : undefined;
    const path = relativePath(binary ?? printed);
    if ((rest === undefined && binary === undefined) || !wanted(path)) continue;
    files.add(path);
    const name = visible(shown(path));
    const [number = "", ...match] = (rest ?? "").replace(/\r$/, "").split(":");
    pieces.push(
      binary === undefined ? texts.matchOnly(name, number, clipLine(match.join(":"), 0)) : texts.binary(name),
    );
  }
  return { pieces, files: files.size };
}
