import { relativePath } from "../ripgrep/printed-paths.ts";

/** A line as ripgrep prints it, with where it stands. */
export interface FoundLine {
  readonly number: number;
  /** Without its line end. */
  readonly text: string;
  /** Where the first match starts, in bytes of the line from 0; undefined for a line of context. */
  readonly matchAt: number | undefined;
}

/** What ripgrep says instead of, or after, the lines of a file that holds a NUL. */
const BINARY =
  /^(.*?): (?:binary file matches|WARNING: stopped searching binary file after match) \(found .*\)$/s;
const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;

/** Goes through the printed lines; most are of the same file as the one before, and told by its bytes. */
export class Records {
  readonly #bytes: Buffer;
  readonly #limit: number;
  /** Of the current record, its line feed included. */
  start = 0;
  end: number;
  /** Whether it is of the same file as the one before. */
  samePath = false;
  /** Set: it says that this file is binary and matches. */
  binaryPath: string | undefined;
  /** The path of the last line with one. */
  #pathStart = 0;
  #pathEnd = 0;

  constructor(bytes: Buffer, from: number, to: number) {
    this.#bytes = bytes;
    this.#limit = to;
    this.end = from;
  }

  /** To the next whole record, if there is one. */
  next(): boolean {
    const start = this.end;
    if (start >= this.#limit) return false;
    this.samePath = this.binaryPath === undefined && this.#repeatsPath(start);
    this.binaryPath = undefined;
    let nul = start + this.#pathEnd - this.#pathStart;
    if (!this.samePath) {
      nul = this.#bytes.indexOf(NUL, start);
      const firstEnd = this.#bytes.indexOf(LF, start);
      if (firstEnd === -1) return false;
      if (nul === -1 || firstEnd < nul) {
        this.binaryPath = BINARY.exec(this.#bytes.toString("utf8", start, firstEnd).trimEnd())?.[1];
        if (this.binaryPath !== undefined) return this.#goTo(start, firstEnd);
        // A path may hold a line feed; only then does one stand before the NUL.
        if (nul === -1) return false;
      }
    }
    const end = this.#bytes.indexOf(LF, nul);
    if (end === -1) return false;
    this.#pathStart = start;
    this.#pathEnd = nul;
    return this.#goTo(start, end);
  }

  path(): string {
    return relativePath(this.binaryPath ?? this.#bytes.toString("utf8", this.#pathStart, this.#pathEnd));
  }

  isMatch(): boolean {
    return this.#bytes[readNumber(this.#bytes, this.#pathEnd + 1).end] === COLON;
  }

  line(): FoundLine {
    return lineAt(this.#bytes, this.#pathEnd + 1, this.end - 1);
  }

  #goTo(start: number, lineEnd: number): true {
    this.start = start;
    this.end = lineEnd + 1;
    return true;
  }

  #repeatsPath(start: number): boolean {
    const [bytes, from, to] = [this.#bytes, this.#pathStart, this.#pathEnd];
    const length = to - from;
    if (length === 0 || bytes[start + length] !== NUL) return false;
    // From the end: that is where paths differ.
    for (let at = length - 1; at >= 0; at--) if (bytes[start + at] !== bytes[from + at]) return false;
    return true;
  }
}

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
