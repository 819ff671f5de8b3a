import { utf8Bytes } from "../../output/gates/cut.ts";
import { visible } from "../../output/visible.ts";
import { clipLine } from "./clip-line.ts";
import { MAX_BLOCK_BYTES } from "./limits.ts";
import {
  type ContextLine,
  lastLine,
  type MatchBlock,
  type MatchedFile,
  type MatchedLines,
} from "./rg-events.ts";
import { texts } from "./texts.ts";

/** Between matches whose lines do not follow on each other, where context is shown. */
export const GAP = "--\n";

/** One piece of text per match, in order: `path:line:text`, context lines with `-`. A binary file is one piece. */
export function matchPieces(
  files: readonly MatchedFile[],
  shown: (path: string) => string,
  context: number,
): string[] {
  const pieces: string[] = [];
  for (const file of files) {
    const path = visible(shown(file.path));
    if (file.binary) {
      pieces.push(texts.binary(path));
      continue;
    }
    let previous: number | undefined;
    for (const block of file.blocks) {
      const first = block.before[0]?.number ?? block.match.number;
      const gap = context > 0 && pieces.length > 0 && first !== (previous ?? Number.NaN) + 1 ? GAP : "";
      pieces.push(gap + blockText(path, block));
      previous = block.after.at(-1)?.number ?? lastLine(block.match);
    }
  }
  return pieces;
}

function blockText(path: string, block: MatchBlock): string {
  const match = matchText(path, block.match);
  const [before, after] = [contextText(path, block.before), contextText(path, block.after)];
  const whole = before + match + after;
  if (utf8Bytes(whole) <= MAX_BLOCK_BYTES || before + after === "") return whole;
  return match + texts.contextLeftOut(path, block.match.number);
}

function matchText(path: string, { number, text, start }: MatchedLines): string {
  let from = 0;
  return text
    .split("\n")
    .map((line, index) => {
      const shown = `${path}:${number + index}:${clipLine(line.replace(/\r$/, ""), start - from)}\n`;
      from += line.length + 1;
      return shown;
    })
    .join("");
}

function contextText(path: string, lines: readonly ContextLine[]): string {
  return lines.map(({ number, text }) => `${path}-${number}-${clipLine(text, 0)}\n`).join("");
}
