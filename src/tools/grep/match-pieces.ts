import { utf8Bytes } from "../../output/gates/cut.ts";
import { visible } from "../../output/visible.ts";
import { clipLine } from "./clip-line.ts";
import { MAX_BLOCK_BYTES } from "./limits.ts";
import type { FoundFile, FoundLine } from "./rg-lines.ts";
import { texts } from "./texts.ts";

/** Between matches whose lines do not follow on each other, where context is shown. */
const GAP = "--\n";

/** A match with the context lines that are not told with another one. */
interface MatchBlock {
  readonly before: FoundLine[];
  readonly match: FoundLine;
  readonly after: FoundLine[];
}

/** One piece of text per match, in order: `path:line:text`, context lines with `-`. A binary file is one piece. */
export function matchPieces(
  files: readonly FoundFile[],
  shown: (path: string) => string,
  context: number,
): string[] {
  const pieces: string[] = [];
  for (const file of files) {
    const path = visible(shown(file.path));
    if (file.binary) pieces.push(texts.binary(path));
    else if (context === 0) for (const line of file.lines) pieces.push(matchText(path, line));
    else pushBlocks(pieces, path, blocksOf(file.lines, context));
  }
  return pieces;
}

function pushBlocks(pieces: string[], path: string, blocks: readonly MatchBlock[]): void {
  let previous = Number.NaN;
  for (const block of blocks) {
    const first = block.before[0] ?? block.match;
    const gap = pieces.length > 0 && first.number !== previous + 1 ? GAP : "";
    pieces.push(gap + blockText(path, block));
    previous = (block.after.at(-1) ?? block.match).number;
  }
}

/** A context line belongs to the match before it as far as that one's context reaches, else to the next. */
function blocksOf(lines: readonly FoundLine[], reach: number): MatchBlock[] {
  const blocks: MatchBlock[] = [];
  let waiting: FoundLine[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line.matchAt !== undefined) {
      blocks.push({ before: waiting, match: line, after: [] });
      waiting = [];
    } else if (last !== undefined && line.number <= last.match.number + reach) last.after.push(line);
    else waiting.push(line);
  }
  return blocks;
}

function blockText(path: string, { before, match, after }: MatchBlock): string {
  const middle = matchText(path, match);
  const whole = contextText(path, before) + middle + contextText(path, after);
  if (utf8Bytes(whole) <= MAX_BLOCK_BYTES || whole === middle) return whole;
  return middle + texts.contextLeftOut(path, match.number);
}

function matchText(path: string, { number, text, matchAt = 0 }: FoundLine): string {
  return `${path}:${number}:${clipLine(text, matchAt)}\n`;
}

function contextText(path: string, lines: readonly FoundLine[]): string {
  return lines.map(({ number, text }) => `${path}-${number}-${clipLine(text, 0)}\n`).join("");
}
