import type { Cursor } from "./cursor.ts";
import type { WordReader } from "./word-reader.ts";

/** These look at variables by name, or compute: what they look at may run code. */
const RISKY = new Set(["-v", "-R", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** Reads `[[ … ]]` behind its opening: only words and `&& || ! ( )`, nothing that computes. */
export function readTest(cursor: Cursor, words: WordReader): void {
  for (;;) {
    cursor.skipBlanks();
    if (cursor.take(/&&|\|\||[()]/y) !== undefined) continue;
    const word = words.read();
    if (word === undefined) cursor.fail("a test that is not understood");
    if (word.typed === "]]") return;
    if (RISKY.has(word.value)) cursor.fail("a test that may run code");
  }
}
