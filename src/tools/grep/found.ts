import { visible } from "../../output/visible.ts";
import type { Native } from "../process/native.ts";
import { admitFirst } from "../ripgrep/admit.ts";
import { NewestPaths } from "../ripgrep/newest-paths.ts";
import { pathReader } from "../ripgrep/printed-paths.ts";
import type { RipgrepRun } from "../ripgrep/run-ripgrep.ts";
import { FoundCounts } from "./found-counts.ts";
import { contentPieces, matchOnlyPieces } from "./found-lines.ts";
import type { SearchForm } from "./rg-arguments.ts";

export interface FoundRequest {
  readonly native: Native;
  readonly context: number;
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

/** Takes the output of one run of ripgrep. */
export interface FoundOutput {
  /** How the run hands on its output. */
  readonly taking: Pick<RipgrepRun, "onOutput" | "keep">;
  /** @param stdout what the run kept */
  pieces(stdout: Buffer): FoundPieces;
}

export function foundOutput(form: SearchForm, request: FoundRequest): FoundOutput {
  switch (form) {
    case "content":
      return { taking: {}, pieces: (stdout) => contentPieces(stdout, request) };
    case "matches":
      return { taking: {}, pieces: (stdout) => matchOnlyPieces(stdout, request) };
    case "count":
      return countOutput(request);
    case "files_with_matches":
      return fileOutput(request);
  }
}

function fileOutput({ native, folder, wanted, admits, needed, shown }: FoundRequest): FoundOutput {
  const found = new NewestPaths(folder, native);
  const onOutput = pathReader((path) => {
    if (wanted(path)) found.add(path);
  });
  const pieces = (): FoundPieces => {
    const { paths, refused } = admitFirst(found.inOrder(), needed, admits);
    const total = found.total - refused;
    return {
      refused: refused > 0,
      total,
      files: total,
      piece: (index) => `${visible(shown(paths[index] ?? ""))}\n`,
      names: (start, end) => paths.slice(start, end).map(shown),
    };
  };
  return { taking: { onOutput, keep: false }, pieces };
}

function countOutput({ wanted, admits, shown }: FoundRequest): FoundOutput {
  const counts = new FoundCounts(wanted);
  const pieces = (): FoundPieces => {
    const found = counts.paths();
    const paths = found.filter(admits);
    return {
      refused: paths.length < found.length,
      total: paths.length,
      files: paths.length,
      piece: (index) => {
        const path = paths[index] ?? "";
        return `${visible(shown(path))}:${counts.of(path)}\n`;
      },
      names: (start, end) => paths.slice(start, end).map(shown),
    };
  };
  return { taking: { onOutput: (chunk) => counts.read(chunk), keep: false }, pieces };
}
