import { visible } from "../../output/visible.ts";
import { clipLine } from "./clip-line.ts";
import type { FoundPieces, FoundRequest } from "./found.ts";
import { matchPieces } from "./match-pieces.ts";
import { type FoundFile, linesOf, readFiles } from "./rg-lines.ts";
import { texts } from "./texts.ts";

/** One piece per match. */
export function contentPieces(stdout: Buffer, request: FoundRequest): FoundPieces {
  const { shown, context } = request;
  return linePieces(stdout, request, {
    count: (file) => (context === 0 ? file.lines : file.matches),
    pieces: (file, follows) =>
      matchPieces(linesOf(stdout, file), { path: visible(shown(file.path)), context, follows }),
  });
}

/** One piece per match, of its text alone. */
export function matchOnlyPieces(stdout: Buffer, request: FoundRequest): FoundPieces {
  return linePieces(stdout, request, {
    count: (file) => file.lines,
    pieces: (file) => {
      const path = visible(request.shown(file.path));
      return linesOf(stdout, file).map(({ number, text }) =>
        texts.matchOnly(path, number, clipLine(text, 0)),
      );
    },
  });
}

/** The pieces of a file that is no binary: how many there are, and their texts. */
interface PieceMaker {
  readonly count: (file: FoundFile) => number;
  /** @param follows whether a piece of another file stands before */
  readonly pieces: (file: FoundFile, follows: boolean) => readonly string[];
}

/** Files by path. Texts are made of the files on the page only. */
function linePieces(stdout: Buffer, request: FoundRequest, make: PieceMaker): FoundPieces {
  const { wanted, admits, shown } = request;
  const found = readFiles(stdout).filter((file) => wanted(file.path));
  // In order before they are judged: the guard knows a folder again while it stays in it.
  found.sort((a, b) => (a.path < b.path ? -1 : 1));
  const files = found.filter((file) => admits(file.path));
  const starts: number[] = [];
  let total = 0;
  for (const file of files) {
    starts.push(total);
    total += file.binary ? 1 : make.count(file);
  }
  let made: { readonly place: number; readonly pieces: readonly string[] } | undefined;
  const piece = (index: number): string => {
    const place = lastUpTo(starts, index);
    const file = files[place];
    const start = starts[place] ?? 0;
    if (file === undefined) return "";
    if (file.binary) return texts.binary(visible(shown(file.path)));
    if (made?.place !== place) made = { place, pieces: make.pieces(file, start > 0) };
    return made.pieces[index - start] ?? "";
  };
  return {
    refused: files.length < found.length,
    files: files.length,
    // Which of the files a page is about is not looked up.
    names: () => files.map((file) => shown(file.path)),
    total,
    piece,
  };
}

/** The last place whose number is not over `limit`; numbers ascend. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle;
  }
  return low;
}
