import { GRAPHEME_WINDOW } from "../limits.ts";
import { isContinuation } from "../utf8.ts";

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/**
 * The longest start of a text that takes at most `maxBytes` in UTF-8. Never half a character, and no split
 * grapheme unless a single one is longer than that.
 */
export function headWithin(text: string, maxBytes: number): string {
  if (maxBytes <= 0) return "";
  // A code unit takes at least one byte, so what is further back cannot matter.
  const reachable = text.slice(0, maxBytes + 1);
  const { read } = new TextEncoder().encodeInto(reachable, new Uint8Array(maxBytes));
  return read >= text.length ? text : text.slice(0, graphemeStartBefore(text, read) || read);
}

/** The longest end of a text that takes at most `maxBytes` in UTF-8, cut as `headWithin` cuts. */
export function tailWithin(text: string, maxBytes: number): string {
  if (maxBytes <= 0) return "";
  const reachable = Buffer.from(text.slice(-maxBytes));
  let from = Math.max(0, reachable.length - maxBytes);
  while (from < reachable.length && isContinuation(reachable[from])) from++;
  const index = text.length - reachable.toString("utf8", from).length;
  if (index <= 0) return text;
  const whole = graphemeStartAfter(text, index);
  return text.slice(whole < text.length ? whole : index);
}

/** The last grapheme boundary at or before `index`; 0 when the grapheme there starts the text. */
function graphemeStartBefore(text: string, index: number): number {
  if (isPlainBoundary(text, index)) return index;
  let last = 0;
  for (const boundary of boundariesAround(text, index)) {
    if (boundary > index) break;
    last = boundary;
  }
  return last;
}

/** The first grapheme boundary at or after `index`; the text's length when there is none. */
function graphemeStartAfter(text: string, index: number): number {
  if (isPlainBoundary(text, index)) return index;
  for (const boundary of boundariesAround(text, index)) {
    if (boundary >= index) return boundary;
  }
  return text.length;
}

function* boundariesAround(text: string, index: number): Generator<number> {
  const from = safeStart(text, index);
  const window = text.slice(from, index + GRAPHEME_WINDOW);
  for (const { index: at } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(window)) {
    // A window that starts inside a grapheme has no boundary there.
    if (at > 0 || isPlainBoundary(text, from)) yield from + at;
  }
}

/** Right after an ASCII character where one is near: segmenting from there finds the true boundaries. */
function safeStart(text: string, index: number): number {
  const lowest = Math.max(0, index - GRAPHEME_WINDOW);
  for (let at = index - 1; at > lowest; at--) {
    if (isPlainBoundary(text, at)) return at;
  }
  return lowest;
}

/** Between two ASCII characters there is a boundary, except inside CRLF. */
function isPlainBoundary(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before < 0x80 && after < 0x80 && !(before === 0x0d && after === 0x0a);
}
