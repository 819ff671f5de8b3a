import { type FoundLine, Records } from "./rg-records.ts";

/** What a search found in one file; its lines are read when they are asked for. */
export interface FoundFile {
  /** Relative to the searched folder, with `/`. */
  readonly path: string;
  /** Its lines are not shown. */
  readonly binary: boolean;
  /** How many lines; of them, how many match and are not context. */
  readonly lines: number;
  readonly matches: number;
  /** Where its lines stand in the output: starts and ends in turn. */
  readonly spans: readonly number[];
}

type GrowingFile = { -readonly [Key in keyof FoundFile]: FoundFile[Key] } & { spans: number[] };

/**
 * Reads the output of `rg --null --with-filename --line-number --column`: `path NUL 12:5:text`, and
 * `path NUL 12-text` for context. A last line that was cut off is left out. Work is linear in the output.
 */
export function readFiles(stdout: Buffer): FoundFile[] {
  const files = new Map<string, GrowingFile>();
  let file: GrowingFile | undefined;
  const records = new Records(stdout, 0, stdout.length);
  while (records.next()) {
    if (file === undefined || !records.samePath) {
      const path = records.path();
      file = files.get(path) ?? { path, binary: false, lines: 0, matches: 0, spans: [] };
      files.set(path, file);
    }
    if (records.binaryPath !== undefined) {
      file.binary = true;
      continue;
    }
    file.lines++;
    if (records.isMatch()) file.matches++;
    const { spans } = file;
    if (spans.at(-1) === records.start) spans[spans.length - 1] = records.end;
    else spans.push(records.start, records.end);
  }
  return [...files.values()];
}

/** The lines of a file that was found in this output. */
export function linesOf(stdout: Buffer, { spans }: FoundFile): FoundLine[] {
  const lines: FoundLine[] = [];
  for (let at = 0; at < spans.length; at += 2) {
    const records = new Records(stdout, spans[at] ?? 0, spans[at + 1] ?? 0);
    while (records.next()) lines.push(records.line());
  }
  return lines;
}

/** Whether the output holds one whole line; without one its first line alone was longer than all may be. */
export function holdsLine(stdout: Buffer): boolean {
  return new Records(stdout, 0, stdout.length).next();
}
