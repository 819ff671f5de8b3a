import { visible } from "../../output/visible.ts";
import { relativePath } from "../ripgrep/list-files.ts";
import { newestFirst, sortedByPath } from "../ripgrep/order.ts";
import type { RipgrepOutput } from "../ripgrep/run-ripgrep.ts";
import type { OutputMode } from "./definition.ts";
import { matchPieces } from "./match-pieces.ts";
import { type MatchedFile, readEvents } from "./rg-events.ts";

export interface FoundRequest {
  readonly mode: OutputMode;
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

/** What a search found, as pieces of text in a fixed order: one per file, or one per match in mode `content`. */
export function foundPieces(request: FoundRequest): FoundPieces {
  if (request.mode === "content") return contentPieces(request);
  return request.mode === "count" ? countPieces(request) : filePieces(request);
}

function filePieces({ output, folder, wanted, shown }: FoundRequest): FoundPieces {
  const names = output.stdout.toString().split("\0");
  names.pop();
  const paths = names.map(relativePath).filter(wanted);
  const pieces = newestFirst(folder, paths).map((path) => `${visible(shown(path))}\n`);
  return { pieces, files: pieces.length };
}

/** ripgrep prints `path NUL count LF`. */
function countPieces({ output, wanted, shown }: FoundRequest): FoundPieces {
  const counts = new Map<string, string>();
  const text = output.stdout.toString();
  for (let start = 0; ; ) {
    const separator = text.indexOf("\0", start);
    const end = separator === -1 ? -1 : text.indexOf("\n", separator);
    if (end === -1) break;
    const path = relativePath(text.slice(start, separator));
    if (wanted(path)) counts.set(path, text.slice(separator + 1, end));
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
