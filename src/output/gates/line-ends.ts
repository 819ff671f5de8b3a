import { lineAt } from "../lines.ts";
import { headWithin, tailWithin, utf8Bytes } from "./cut.ts";

/** One end of an output: whole lines, and at most one line of which only a part fits. */
export interface LineEnd {
  readonly text: string;
  /** The last line (of a head) or the first (of a tail) is shown only in part. */
  readonly cut: boolean;
}

export interface LineRoom {
  /** Bytes that the lines may take. */
  readonly room: number;
  /** How many lines may be kept. */
  readonly lines: number;
  /** A line with more bytes could never be shown whole; the text goes on for more than that behind `room`. */
  readonly overlong: number;
}

/**
 * Whole lines from the start that fit. A line is cut only where nothing would be shown otherwise, or where
 * it is over-long.
 */
export function headLines(text: string, { room, lines, overlong }: LineRoom): LineEnd {
  let used = 0;
  let left = lines;
  let end = 0;
  for (let line = lineAt(text, 0); line !== undefined && left-- > 0; line = lineAt(text, line.next)) {
    const size = utf8Bytes(text.slice(line.start, line.next));
    if (used + size <= room) {
      used += size;
      end = line.next;
      continue;
    }
    if (used > 0 && size <= overlong) break;
    // Without its LF, which the caller puts back before the note.
    const content = withoutFeed(text.slice(line.start, line.next));
    const part = headWithin(content, room - used);
    return { text: text.slice(0, end) + part, cut: part !== "" && part.length < content.length };
  }
  return { text: text.slice(0, end), cut: false };
}

/** Whole lines from the end that fit, by the rules of `headLines`. */
export function tailLines(text: string, { room, lines, overlong }: LineRoom): LineEnd {
  let used = 0;
  let left = lines;
  let start = text.length;
  while (start > 0 && left-- > 0) {
    const lineStart = previousLineStart(text, start);
    const size = utf8Bytes(text.slice(lineStart, start));
    if (used + size <= room) {
      used += size;
      start = lineStart;
      continue;
    }
    if (used > 0 && size <= overlong) break;
    const part = tailWithin(text.slice(lineStart, start), room - used);
    const shown = part === "\n" || part === "\r\n" ? "" : part;
    return { text: shown + text.slice(start), cut: shown !== "" };
  }
  return { text: text.slice(start), cut: false };
}

function withoutFeed(line: string): string {
  return line.endsWith("\n") ? line.slice(0, -1) : line;
}

function previousLineStart(text: string, end: number): number {
  return end < 2 ? 0 : text.lastIndexOf("\n", end - 2) + 1;
}
