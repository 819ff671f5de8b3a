import { utf8Bytes } from "../../output/gates/cut.ts";
import { clipLine } from "./clip-line.ts";
import { MAX_BLOCK_BYTES } from "./limits.ts";
import type { FoundLine } from "./rg-records.ts";
import { texts } from "./texts.ts";

/** Between matches whose lines do not follow on each other, where context is shown. */
const GAP = "--\n";

/** A match with the context lines that are not told with another one. */
interface MatchBlock {
  readonly before: FoundLine[];
  readonly match: FoundLine;
  readonly after: FoundLine[];
}

export interface MatchForm {
  /** As it is shown. */
  readonly path: string;
  /** Lines around each match. */
  readonly context: number;
  /** Whether a piece of another file stands before. */
  readonly follows: boolean;
}

/** One piece of text per match in a file: `path:line:text`, context lines with `-`. */
export function matchPieces(
  lines: readonly FoundLine[],
  { path, context, follows }: MatchForm,
): readonly string[] {
  if (context === 0) return lines.map((line) => matchText(path, line));
  let previous = Number.NaN;
  return blocksOf(lines, context).map((block, index) => {
    const first = block.before[0] ?? block.match;
    const gap = (follows || index > 0) && first.number !== previous + 1 ? GAP : "";
    previous = (block.after.at(-1) ?? block.match).number;
    return gap + blockText(path, block);
  });
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
