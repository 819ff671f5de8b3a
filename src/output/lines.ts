import { countNewlines } from "./count-newlines.ts";
import { utf8Chunks } from "./utf8-chunks.ts";

/**
 * The one definition of a line: LF ends it, and a CR right before that LF belongs to the end. A lone CR, VT,
 * FF, NEL and U+2028 are data (20-local-tools). A final line end starts no further line.
 */
export interface LineSpan {
  /** Index of the first code unit. */
  readonly start: number;
  /** Index after the last code unit of the content, before LF or CRLF. */
  readonly end: number;
  /** Where the next line starts; the length of the text after the last line. */
  readonly next: number;
}

/** The line that starts at `from`; undefined at the end of the text. */
export function lineAt(text: string, from: number): LineSpan | undefined {
  if (from >= text.length) return undefined;
  const feed = text.indexOf("\n", from);
  if (feed === -1) return { start: from, end: text.length, next: text.length };
  const end = feed > from && text.charCodeAt(feed - 1) === CR ? feed - 1 : feed;
  return { start: from, end, next: feed + 1 };
}

/** The lines of a text in order; an empty text has none. */
export function* lineSpans(text: string): Generator<LineSpan> {
  for (let line = lineAt(text, 0); line !== undefined; line = lineAt(text, line.next)) yield line;
}

/** The lines with their ends, so that joining them gives the text back. */
export function linesWithEnds(text: string): string[] {
  return Array.from(lineSpans(text), ({ start, next }) => text.slice(start, next));
}

/** How many lines a text has; a last line without an end counts. */
export function countLines(text: string): number {
  let count = 0;
  for (const bytes of utf8Chunks(text)) count += countNewlines(bytes);
  return text === "" || text.endsWith("\n") ? count : count + 1;
}

/** A line without its LF or CRLF; anything else at its end is content. */
export function withoutLineEnd(line: string): string {
  if (!line.endsWith("\n")) return line;
  return line.slice(0, line.endsWith("\r\n") ? -2 : -1);
}

const CR = 0x0d;
