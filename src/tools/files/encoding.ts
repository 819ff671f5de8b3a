import { Buffer } from "node:buffer";
import { startsWith } from "../../output/file-type.ts";
import { isContinuation, utf8CharacterLength } from "../../output/utf8.ts";

/** The encodings that text files are read and edited in; anything else counts as UTF-8 with invalid bytes. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

export interface EncodingFacts {
  readonly encoding: TextEncoding;
  /** Bytes of the byte order mark at the start of the file; 0 when there is none. */
  readonly bomBytes: number;
}

/** Bytes of one code unit: an offset that is no multiple of it lies inside a character. */
export function unitBytes(encoding: TextEncoding): 1 | 2 {
  return encoding === "utf-8" ? 1 : 2;
}

/** Decides by the byte order mark alone, from the first bytes of a file. */
export function encodingOf(head: Uint8Array): EncodingFacts {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { encoding: "utf-8", bomBytes: 3 };
  const utf32 = startsWith(head, [0xff, 0xfe, 0, 0]);
  if (startsWith(head, [0xff, 0xfe]) && !utf32) return { encoding: "utf-16le", bomBytes: 2 };
  if (startsWith(head, [0xfe, 0xff])) return { encoding: "utf-16be", bomBytes: 2 };
  return { encoding: "utf-8", bomBytes: 0 };
}

/** Well-formed text only: a lone surrogate has no bytes in UTF-8. */
export function encodeText(text: string, encoding: TextEncoding): Buffer {
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

/** Invalid bytes become U+FFFD; a byte order mark inside `bytes` stays a character. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding === "utf-8") return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const units = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const text = (encoding === "utf-16le" ? units : units.swap16()).toString("utf16le").toWellFormed();
  return bytes.length % 2 === 0 ? text : `${text}\ufffd`;
}

/** Whether a valid UTF-8 character ends just before `end`; ASCII always does. */
export function validUtf8Before(bytes: Uint8Array, end: number): boolean {
  let start = end - 1;
  while (start > end - 4 && isContinuation(bytes[start])) start--;
  return end === 0 || utf8CharacterLength(bytes, start) === end - start;
}
