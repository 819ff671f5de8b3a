import type { Cursor } from "./cursor.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

/** Reads the inside of `$'…'` behind its opening quote, and what it stands for. */
export function readAnsiQuotes(cursor: Cursor): string {
  let value = "";
  while (!cursor.skip("'")) {
    if (cursor.done) cursor.fail("a quote that does not end");
    const plain = cursor.take(/[^'\\]+/y);
    value += plain ?? readEscape(cursor);
  }
  return value;
}

function readEscape(cursor: Cursor): string {
  cursor.at += 1;
  const letter = cursor.peek();
  const simple = SIMPLE[letter];
  if (simple !== undefined) {
    cursor.at += 1;
    return simple;
  }
  const digits =
    cursor.take(/[0-7]{1,3}/y) ??
    cursor.take(/x[0-9a-fA-F]{1,2}/y) ??
    cursor.take(/u[0-9a-fA-F]{1,4}/y) ??
    cursor.take(/U[0-9a-fA-F]{1,8}/y);
  if (digits === undefined) cursor.fail("an escape that is not known");
  const code = /^[0-7]/.test(digits) ? Number.parseInt(digits, 8) : Number.parseInt(digits.slice(1), 16);
  // NUL ends the string early, and a byte over 127 is only part of a character.
  if (code === 0 || code > 0x10_ffff || (code > 127 && !/^u/i.test(digits))) {
    cursor.fail("an escape that stands for no character");
  }
  return String.fromCodePoint(code);
}
