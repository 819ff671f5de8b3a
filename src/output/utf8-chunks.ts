import { ENCODE_CHARACTERS } from "./limits.ts";

/**
 * A text as UTF-8 in pieces, each overwritten by the next: a text of hundreds of megabytes takes no second
 * copy, and each piece is still in the cache when it is looked at. A lone surrogate becomes U+FFFD.
 */
export function* utf8Chunks(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(text.length, ENCODE_CHARACTERS) * 3);
  for (let at = 0; at < text.length; ) {
    const end = wholeCharacters(text, at + ENCODE_CHARACTERS);
    const { written } = encoder.encodeInto(text.slice(at, end), buffer);
    yield buffer.subarray(0, written);
    at = end;
  }
}

/** Not between the two halves of a character. */
function wholeCharacters(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
