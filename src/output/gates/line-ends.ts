import { lineAt } from "../lines.ts";
import { headWithin, tailWithin, utf8Bytes } from "./cut.ts";

/** One end of an output: whole lines, and at most one line of which only a part fits. */
export interface LineEnd {
  readonly text: string;
  /** The last line (of a head) or the first (of a tail) is shown only in part. */
  readonly cut: boolean;
}

/**
 * Whole lines from the start that take at most `room` bytes. A line is cut only where nothing would be
 * shown otherwise, or where it is longer than the limit `overlong` and could never be shown whole.
 */
export function headLines(text: string, room: number, overlong: number): LineEnd {
  let used = 0;
  let end = 0;
  for (let line = lineAt(text, 0); line !== undefined; line = lineAt(text, line.next)) {
    const size = utf8Bytes(text.slice(line.start, line.next));
    if (used + size <= room) {
      used += size;
      end = line.next;
      continue;
    }
    if (used > 0 && !isOverlong(size, line.next === text.length, overlong)) break;
    // Without its LF, which the caller puts back before the note.
    const content = withoutFeed(text.slice(line.start, line.next));
    const part = headWithin(content, room - used);
    return { text: text.slice(0, end) + part, cut: part !== "" && part.length < content.length };
  }
  return { text: text.slice(0, end), cut: false };
}

/** Whole lines from the end that take at most `room` bytes, by the rules of `headLines`. */
export function tailLines(text: string, room: number, overlong: number): LineEnd {
  let used = 0;
  let start = text.length;
  while (start > 0) {
    const lineStart = previousLineStart(text, start);
    const size = utf8Bytes(text.slice(lineStart, start));
    if (used + size <= room) {
      used += size;
      start = lineStart;
      continue;
    }
    if (used > 0 && !isOverlong(size, lineStart === 0, overlong)) break;
    const part = tailWithin(text.slice(lineStart, start), room - used);
    const shown = part === "\n" || part === "\r\n" ? "" : part;
    return { text: shown + text.slice(start), cut: shown !== "" };
  }
  return { text: text.slice(start), cut: false };
}

/** A line at the edge of the window may go on beyond it: then it is as long as the window, or longer. */
function isOverlong(size: number, atEdge: boolean, overlong: number): boolean {
  return size > overlong || (atEdge && size >= overlong);
}

function withoutFeed(line: string): string {
  return line.endsWith("\n") ? line.slice(0, -1) : line;
}

function previousLineStart(text: string, end: number): number {
  return end < 2 ? 0 : text.lastIndexOf("\n", end - 2) + 1;
}
