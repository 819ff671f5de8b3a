import type { Cursor } from "./cursor.ts";

export interface Heredoc {
  readonly delimiter: string;
  /** `<<-`: tabs at the start of lines do not count. */
  readonly tabs: boolean;
  /** A quoted delimiter: nothing in the body is expanded. */
  readonly literal: boolean;
}

/** Reads the word behind `<<`. Only plain words are read: the rules for others differ between shells. */
export function readDelimiter(cursor: Cursor, tabs: boolean): Heredoc {
  const typed = cursor.take(/\w+|'\w+'|"\w+"/y);
  if (typed === undefined || /[^\s;&|()<>]/.test(cursor.peek())) cursor.fail("an unusual here-document");
  const literal = !/^\w/.test(typed);
  return { delimiter: literal ? typed.slice(1, -1) : typed, tabs, literal };
}

/** Reads the bodies that start behind a line's end, in order; the cursor ends behind the last one. */
export function readHeredocs(cursor: Cursor, pending: readonly Heredoc[], readBody: () => void): void {
  for (const heredoc of pending) {
    const start = cursor.at;
    const end = skipBody(cursor, heredoc);
    if (!heredoc.literal) cursor.within(start, end, readBody);
  }
}

/** Moves behind the line that ends the body, and gives where the body ends. */
function skipBody(cursor: Cursor, { delimiter, tabs }: Heredoc): number {
  for (;;) {
    if (cursor.done) cursor.fail("a here-document that does not end");
    const start = cursor.at;
    const line = cursor.take(/[^\n]*/y) ?? cursor.fail("a here-document that does not end");
    cursor.skip("\n");
    const text = tabs ? line.replace(/^\t+/, "") : line;
    if (text === delimiter) return start;
    // Inside a substitution bash also ends a body at `EOF)`; then it would go on where this reader does not.
    if (text.startsWith(delimiter)) cursor.fail("a line that nearly ends a here-document");
  }
}
