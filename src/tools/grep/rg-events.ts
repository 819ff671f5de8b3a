import { relativePath } from "../ripgrep/list-files.ts";
import { MAX_LINE_CHARACTERS } from "./limits.ts";

/** A matching line, or several where the pattern spans lines. */
export interface MatchedLines {
  /** Of the first line, from 1. */
  readonly number: number;
  /** Without the last line end. */
  readonly text: string;
  /** Where the first match starts, in UTF-16 units of `text`. */
  readonly start: number;
}

export interface ContextLine {
  readonly number: number;
  readonly text: string;
}

/** One match with the lines around it that are not told with another one. */
export interface MatchBlock {
  readonly match: MatchedLines;
  readonly before: readonly ContextLine[];
  readonly after: readonly ContextLine[];
}

export interface MatchedFile {
  /** Relative to the searched folder, with `/`. */
  readonly path: string;
  readonly blocks: readonly MatchBlock[];
  readonly binary: boolean;
}

/** Text as ripgrep's JSON holds it: base64 where it is not UTF-8. */
type RgText = { readonly text: string } | { readonly bytes: string };

type RgEvent =
  | { readonly type: "begin"; readonly data: { readonly path: RgText } }
  | { readonly type: "match"; readonly data: RgLine & { readonly submatches: readonly { start: number }[] } }
  | { readonly type: "context"; readonly data: RgLine }
  | { readonly type: "end"; readonly data: { readonly binary_offset: number | null } }
  | { readonly type: "summary" };

interface RgLine {
  readonly lines: RgText;
  readonly line_number: number;
}

/** Reads the output of `rg --json`; a last line that was cut off is left out. */
export function readEvents(stdout: Buffer, context: number): MatchedFile[] {
  const files: MatchedFile[] = [];
  let file: FileBuilder | undefined;
  for (const event of eventsOf(stdout)) {
    if (event.type === "begin") file = new FileBuilder(relativePath(decoded(event.data.path)), context);
    else if (event.type === "match") file?.match(event.data);
    else if (event.type === "context") file?.context(event.data);
    else if (event.type === "end" && file !== undefined) {
      files.push(file.done(event.data.binary_offset !== null));
      file = undefined;
    }
  }
  // Output that was cut off inside a file: what has come of it is true.
  if (file !== undefined) files.push(file.done(false));
  return files;
}

function* eventsOf(stdout: Buffer): Generator<RgEvent> {
  for (let start = 0; ; ) {
    const end = stdout.indexOf(0x0a, start);
    if (end === -1) return;
    yield JSON.parse(stdout.toString("utf8", start, end)) as RgEvent;
    start = end + 1;
  }
}

/** A context line belongs to the match before it as far as that one's context reaches, else to the next. */
class FileBuilder {
  readonly #path: string;
  readonly #reach: number;
  readonly #blocks: { match: MatchedLines; before: ContextLine[]; after: ContextLine[] }[] = [];
  #waiting: ContextLine[] = [];

  constructor(path: string, reach: number) {
    this.#path = path;
    this.#reach = reach;
  }

  match(data: RgLine & { readonly submatches: readonly { start: number }[] }): void {
    const [first] = data.submatches;
    const match = { number: data.line_number, ...matchedText(data.lines, first?.start ?? 0) };
    this.#blocks.push({ match, before: this.#waiting, after: [] });
    this.#waiting = [];
  }

  context({ lines, line_number: number }: RgLine): void {
    const line = { number, text: withoutLineEnd(decoded(lines)) };
    const last = this.#blocks.at(-1);
    if (last !== undefined && number <= lastLine(last.match) + this.#reach) last.after.push(line);
    else this.#waiting.push(line);
  }

  done(binary: boolean): MatchedFile {
    return { path: this.#path, blocks: this.#blocks, binary };
  }
}

/** The number of the last line of a match. */
export function lastLine({ number, text }: MatchedLines): number {
  let last = number;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) last++;
  return last;
}

/** ripgrep counts the start of a match in bytes; that only matters where a line will be cut. */
function matchedText(lines: RgText, startByte: number): { text: string; start: number } {
  if ("text" in lines && lines.text.length <= MAX_LINE_CHARACTERS) {
    return { text: withoutLineEnd(lines.text), start: 0 };
  }
  const bytes = "bytes" in lines ? Buffer.from(lines.bytes, "base64") : undefined;
  const text = withoutLineEnd(decoded(lines));
  const source = bytes ?? Buffer.from("text" in lines ? lines.text : "");
  return { text, start: source.subarray(0, startByte).toString().length };
}

function decoded(value: RgText): string {
  return "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString();
}

function withoutLineEnd(text: string): string {
  if (text.endsWith("\r\n")) return text.slice(0, -2);
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
