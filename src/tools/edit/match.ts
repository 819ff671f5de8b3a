import type { Buffer } from "node:buffer";
import { encodeText, type TextEncoding, unitBytes } from "../files/encoding.ts";

export type LineEnd = "lf" | "crlf";

/** Where the searched text stands in a file. */
export interface Match {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** How the lines inside the match end in the file, in order. */
  readonly ends: readonly LineEnd[];
}

/** The text to find, cut at its LFs, and which of the pieces is searched for. */
interface Needle {
  readonly pieces: readonly Buffer[];
  readonly anchor: number;
  readonly unit: 1 | 2;
  readonly lf: Buffer;
  readonly cr: Buffer;
}

/**
 * All places of `text`, in order, overlapping ones included. An LF in `text` matches LF and CRLF; a text that
 * itself holds a CRLF is matched byte for byte.
 */
export function* matches(file: Buffer, text: string, encoding: TextEncoding): Generator<Match> {
  const literal = text.includes("\r\n");
  const needle = needleOf(literal ? [text] : text.split("\n"), encoding);
  const searched = needle.anchor === -1 ? needle.lf : needle.pieces[needle.anchor];
  if (searched === undefined) return;
  for (let at = indexOf(file, searched, 0, needle.unit); at !== -1; ) {
    const match = matchAround(file, needle, at);
    if (match !== undefined) yield match;
    at = indexOf(file, searched, at + needle.unit, needle.unit);
  }
}

/** The longest piece is the rarest; where all pieces are empty, the first LF itself is searched (-1). */
function needleOf(lines: readonly string[], encoding: TextEncoding): Needle {
  const pieces = lines.map((line) => encodeText(line, encoding));
  let anchor = 0;
  for (const [index, piece] of pieces.entries()) {
    if (piece.length > (pieces[anchor]?.length ?? 0)) anchor = index;
  }
  return {
    pieces,
    anchor: pieces[anchor]?.length === 0 ? -1 : anchor,
    unit: unitBytes(encoding),
    lf: encodeText("\n", encoding),
    cr: encodeText("\r", encoding),
  };
}

/** In UTF-16 only every second byte starts a unit. */
function indexOf(file: Buffer, searched: Buffer, from: number, unit: 1 | 2): number {
  let at = file.indexOf(searched, from);
  while (at !== -1 && at % unit !== 0) at = file.indexOf(searched, at + 1);
  return at;
}

function matchAround(file: Buffer, needle: Needle, at: number): Match | undefined {
  const first = Math.max(needle.anchor, 0);
  const before = needle.anchor === -1 ? lineEndOver(file, needle, at) : backwards(file, needle, at);
  if (before === undefined) return undefined;
  const after = forwards(file, needle, first, needle.anchor === -1 ? before.start : at);
  if (after === undefined) return undefined;
  return { start: before.start, end: after.end, ends: [...before.ends, ...after.ends] };
}

interface Before {
  readonly start: number;
  readonly ends: readonly LineEnd[];
}

/** A CR before the LF belongs to the line end, so a match that begins with the LF takes it along. */
function lineEndOver(file: Buffer, needle: Needle, feed: number): Before {
  return { start: has(file, needle.cr, feed - needle.unit) ? feed - needle.unit : feed, ends: [] };
}

/** The pieces before the anchor; none of them ends in a CR, so a CR before an LF is always part of the end. */
function backwards(file: Buffer, needle: Needle, at: number): Before | undefined {
  const ends: LineEnd[] = [];
  let start = at;
  for (let index = needle.anchor - 1; index >= 0; index--) {
    const feed = start - needle.unit;
    if (!has(file, needle.lf, feed)) return undefined;
    const crlf = has(file, needle.cr, feed - needle.unit);
    ends.unshift(crlf ? "crlf" : "lf");
    const piece = needle.pieces[index];
    start = (crlf ? feed - needle.unit : feed) - (piece?.length ?? 0);
    if (piece === undefined || !has(file, piece, start)) return undefined;
  }
  return { start, ends };
}

function forwards(
  file: Buffer,
  needle: Needle,
  first: number,
  at: number,
): { end: number; ends: readonly LineEnd[] } | undefined {
  const ends: LineEnd[] = [];
  let end = at + (needle.pieces[first]?.length ?? 0);
  for (let index = first + 1; index < needle.pieces.length; index++) {
    const crlf = has(file, needle.cr, end);
    const feed = crlf ? end + needle.unit : end;
    if (!has(file, needle.lf, feed)) return undefined;
    ends.push(crlf ? "crlf" : "lf");
    const piece = needle.pieces[index];
    end = feed + needle.unit;
    if (piece === undefined || !has(file, piece, end)) return undefined;
    end += piece.length;
  }
  return { end, ends };
}

function has(file: Buffer, bytes: Buffer, at: number): boolean {
  if (at < 0 || at + bytes.length > file.length) return false;
  return bytes.length === 0 || file.compare(bytes, 0, bytes.length, at, at + bytes.length) === 0;
}
