import { relativePath } from "../ripgrep/list-files.ts";

/** A line as ripgrep prints it, with where it stands. */
export interface FoundLine {
  readonly number: number;
  /** Without its line end. */
  readonly text: string;
  /** Where the first match starts, in bytes of the line from 0; undefined for a line of context. */
  readonly matchAt: number | undefined;
}

export interface FoundFile {
  /** Relative to the searched folder, with `/`. */
  readonly path: string;
  readonly lines: readonly FoundLine[];
  /** Its lines are not shown. */
  readonly binary: boolean;
}

/** What ripgrep says instead of, or after, the lines of a file that holds a NUL. */
const BINARY =
  /^(.*?): (?:binary file matches|WARNING: stopped searching binary file after match) \(found .*\)$/s;
const NUL = 0x00;
const LF = 0x0a;

/**
 * Reads the output of `rg --null --with-filename --line-number --column`: `path NUL 12:5:text`, and
 * `path NUL 12-text` for context. A last line that was cut off is left out. Work is linear in the output.
 */
export function readLines(stdout: Buffer): FoundFile[] {
  const files = new Map<string, { lines: FoundLine[]; binary: boolean }>();
  const fileOf = (path: string) => {
    const file = files.get(path) ?? { lines: [], binary: false };
    files.set(path, file);
    return file;
  };
  for (const record of recordsOf(stdout)) {
    const file = fileOf(record.path);
    if (record.line === undefined) file.binary = true;
    else file.lines.push(record.line);
  }
  return [...files].map(([path, file]) => ({ path, ...file }));
}

interface PrintedLine {
  readonly path: string;
  /** Undefined: the file is binary and matches. */
  readonly line?: FoundLine;
}

function* recordsOf(stdout: Buffer): Generator<PrintedLine> {
  for (let start = 0; start < stdout.length; ) {
    const nul = stdout.indexOf(NUL, start);
    const firstEnd = stdout.indexOf(LF, start);
    if (firstEnd === -1) return;
    if (nul === -1 || firstEnd < nul) {
      const binary = BINARY.exec(stdout.toString("utf8", start, firstEnd).trimEnd());
      if (binary?.[1] !== undefined) {
        yield { path: relativePath(binary[1]) };
        start = firstEnd + 1;
        continue;
      }
      // A path may hold a line feed; only then does one stand before the NUL.
      if (nul === -1) return;
    }
    const end = stdout.indexOf(LF, nul);
    if (end === -1) return;
    const path = relativePath(stdout.toString("utf8", start, nul));
    yield { path, line: lineAt(stdout, nul + 1, end) };
    start = end + 1;
  }
}

const CR = 0x0d;
const COLON = 0x3a;

function lineAt(stdout: Buffer, start: number, lineEnd: number): FoundLine {
  const end = stdout[lineEnd - 1] === CR && lineEnd > start ? lineEnd - 1 : lineEnd;
  const number = readNumber(stdout, start);
  if (stdout[number.end] !== COLON) {
    return { number: number.value, text: stdout.toString("utf8", number.end + 1, end), matchAt: undefined };
  }
  const column = readNumber(stdout, number.end + 1);
  const text = stdout.toString("utf8", column.end + 1, end);
  return { number: number.value, text, matchAt: column.value - 1 };
}

function readNumber(bytes: Buffer, start: number): { value: number; end: number } {
  let end = start;
  let value = 0;
  for (let byte = bytes[end] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[++end] ?? 0) {
    value = value * 10 + (byte - 0x30);
  }
  return { value, end };
}
