import type { Buffer } from "node:buffer";
import { encodeText, type TextEncoding, unitBytes } from "../files/encoding.ts";
import type { LineEnd, Match } from "./match.ts";

export interface Rewording {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * Gives the bytes that take the place of a match, for the matches of a file in their order. LFs of the new text
 * become the ends that the file has there: a line that stays keeps its own end, an inserted one takes that of the
 * line it stands at. Texts in which a CRLF is typed are taken as they are.
 */
export function replacementsIn(
  file: Buffer,
  { oldText, newText }: Rewording,
  encoding: TextEncoding,
): (match: Match) => Buffer {
  if (!newText.includes("\n") || `${oldText}${newText}`.includes("\r\n")) {
    const whole = encodeText(newText, encoding);
    return () => whole;
  }
  const [oldLines, newLines] = [oldText.split("\n"), newText.split("\n")];
  const endAround = endsAround(file, encoding);
  return (match) => {
    const ends = endsOfNewLines(oldLines, newLines, match.ends);
    const around = match.ends.length === 0 ? endAround(match) : undefined;
    const parts = newLines.map((line, index) => {
      if (index === newLines.length - 1) return line;
      return line + ((ends[index] ?? around) === "crlf" ? "\r\n" : "\n");
    });
    return encodeText(parts.join(""), encoding);
  };
}

/** For each new line the end of the old line that it is, or that it stands in for; undefined without any. */
function endsOfNewLines(
  oldLines: readonly string[],
  newLines: readonly string[],
  ends: readonly LineEnd[],
): readonly (LineEnd | undefined)[] {
  const { first, last } = keptLines(oldLines, newLines);
  // The last line of a text has no end in it.
  const keptAtEnd = Math.max(0, last - 1);
  const lastChanged = Math.max(first, ends.length - keptAtEnd - 1);
  return newLines.map((_, index) => {
    const fromEnd = newLines.length - 1 - index;
    if (fromEnd <= keptAtEnd) return ends.at(-fromEnd);
    return ends[Math.min(index, lastChanged)] ?? ends.at(-1);
  });
}

/** How many lines the two texts share at their start and at their end. */
function keptLines(
  oldLines: readonly string[],
  newLines: readonly string[],
): { readonly first: number; readonly last: number } {
  const most = Math.min(oldLines.length, newLines.length) - 1;
  let first = 0;
  while (first < most && oldLines[first] === newLines[first]) first++;
  let last = 0;
  while (last <= most - first && oldLines.at(-1 - last) === newLines.at(-1 - last)) last++;
  return { first, last };
}

/**
 * How the line that holds a match ends; on a last line without an end, how the line before it ends. A line of
 * very many matches is looked through once.
 */
function endsAround(file: Buffer, encoding: TextEncoding): (match: Match) => LineEnd | undefined {
  let known: { readonly until: number; readonly end: LineEnd | undefined } | undefined;
  return (match) => {
    if (known === undefined || match.end > known.until) {
      const next = nextFeed(file, match.end, encoding);
      const feed = next === -1 ? lastFeed(file, match.start, encoding) : next;
      known = { until: next === -1 ? file.length : next, end: endAt(file, feed, encoding) };
    }
    return known.end;
  };
}

function nextFeed(file: Buffer, from: number, encoding: TextEncoding): number {
  const lf = encodeText("\n", encoding);
  return aligned(file.indexOf(lf, from), (at) => file.indexOf(lf, at + 1), unitBytes(encoding));
}

function lastFeed(file: Buffer, before: number, encoding: TextEncoding): number {
  if (before === 0) return -1;
  const lf = encodeText("\n", encoding);
  return aligned(file.lastIndexOf(lf, before - 1), (at) => file.lastIndexOf(lf, at - 1), unitBytes(encoding));
}

function endAt(file: Buffer, feed: number, encoding: TextEncoding): LineEnd | undefined {
  if (feed === -1) return undefined;
  const unit = unitBytes(encoding);
  const cr = encodeText("\r", encoding);
  return feed >= unit && file.subarray(feed - unit, feed).equals(cr) ? "crlf" : "lf";
}

function aligned(found: number, next: (from: number) => number, unit: number): number {
  let at = found;
  while (at > 0 && at % unit !== 0) at = next(at);
  return at;
}
