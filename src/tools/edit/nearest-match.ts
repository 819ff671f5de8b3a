import type { Buffer } from "node:buffer";
import { lineSpans } from "../../output/lines.ts";
import { visible } from "../../output/visible.ts";
import { decodeText, type TextEncoding } from "../files/encoding.ts";
import { NEAREST_BYTES, NEAREST_LINES, SHOWN_CHARACTERS } from "./limits.ts";

/** Where a file comes closest to a text that it does not hold. */
export interface NearestMatch {
  /** Where the likeness begins, counted from 1. */
  readonly startLine: number;
  /** Undefined when the lines are the same and only their ends differ. */
  readonly difference?: LineDifference;
}

export interface LineDifference {
  /** Counted from 1. */
  readonly line: number;
  /** In characters, counted from 1. */
  readonly column: number;
  /** The differing part of the line, made visible; undefined when the file ends before it. */
  readonly file?: string;
  readonly wanted: string;
}

/** For the error message only: nothing is ever written by likeness. */
export function nearestMatch(file: Buffer, wanted: string, encoding: TextEncoding): NearestMatch | undefined {
  const text = decodeText(file.subarray(0, NEAREST_BYTES), encoding);
  const fileLines = linesOf(text);
  const wantedLines = linesOf(wanted);
  const start = startByEqualLines(fileLines, wantedLines) ?? startByLikeness(fileLines, wantedLines);
  if (start === undefined) return undefined;
  const difference = firstDifference(fileLines, wantedLines, start);
  return difference === undefined ? { startLine: start + 1 } : { startLine: start + 1, difference };
}

function linesOf(text: string): string[] {
  return Array.from(lineSpans(text), ({ start, end }) => text.slice(start, end));
}

/** Each line of the file that equals a wanted one, but for white space and quotes, votes for a start. */
function startByEqualLines(fileLines: readonly string[], wantedLines: readonly string[]): number | undefined {
  const wantedAt = new Map<string, number[]>();
  for (const [index, line] of wantedLines.entries()) {
    const key = folded(line);
    const places = wantedAt.get(key) ?? [];
    if (key !== "" && places.length < 4) wantedAt.set(key, [...places, index]);
  }
  const votes = new Map<number, number>();
  for (const [index, line] of fileLines.entries()) {
    const key = folded(line);
    for (const place of wantedAt.get(key) ?? []) {
      const start = index - place;
      if (start >= 0) votes.set(start, (votes.get(start) ?? 0) + Math.min(key.length, 40));
    }
  }
  return best(votes);
}

/** No line is equal: the file's line that shares most letter pairs with the longest wanted line. */
function startByLikeness(fileLines: readonly string[], wantedLines: readonly string[]): number | undefined {
  let longest = 0;
  for (const [index, line] of wantedLines.entries()) {
    if (line.trim().length > (wantedLines[longest] ?? "").trim().length) longest = index;
  }
  const wanted = pairs(wantedLines[longest] ?? "");
  if (wanted.size === 0) return undefined;
  const scores = new Map<number, number>();
  for (const [index, line] of fileLines.slice(0, NEAREST_LINES).entries()) {
    const own = pairs(line);
    let shared = 0;
    for (const pair of own) if (wanted.has(pair)) shared++;
    const score = (2 * shared) / (own.size + wanted.size);
    const contained = shared / wanted.size;
    if (score >= 0.5 || contained >= 0.75)
      scores.set(Math.max(0, index - longest), Math.max(score, contained));
  }
  return best(scores);
}

function best(scores: ReadonlyMap<number, number>): number | undefined {
  let found: number | undefined;
  let most = 0;
  for (const [start, score] of scores) {
    if (score > most || (score === most && found !== undefined && start < found)) {
      found = start;
      most = score;
    }
  }
  return found;
}

function firstDifference(
  fileLines: readonly string[],
  wantedLines: readonly string[],
  start: number,
): LineDifference | undefined {
  for (const [index, wanted] of wantedLines.entries()) {
    const file = fileLines[start + index];
    const line = start + index + 1;
    if (file === undefined) return { line, column: 1, wanted: shown(wanted, 0) };
    const isFirst = index === 0;
    const isLast = index === wantedLines.length - 1;
    if (file === wanted || (isFirst && !isLast && file.endsWith(wanted))) continue;
    if (isLast && !isFirst && file.startsWith(wanted)) continue;
    const at = differenceAt(file, wanted);
    return { line, column: at + 1, file: shown(file, at), wanted: shown(wanted, at) };
  }
  return undefined;
}

/** Counted in code points. */
function differenceAt(file: string, wanted: string): number {
  const [own, other] = [Array.from(file), Array.from(wanted)];
  let at = 0;
  while (at < own.length && at < other.length && own[at] === other[at]) at++;
  return at;
}

/** A little before the difference and what comes after it. */
function shown(line: string, at: number): string {
  const characters = Array.from(line);
  const from = Math.max(0, at - SHOWN_CHARACTERS / 4);
  const part = characters.slice(from, from + SHOWN_CHARACTERS).join("");
  return `${from > 0 ? "…" : ""}${visible(part)}${from + SHOWN_CHARACTERS < characters.length ? "…" : ""}`;
}

/** What is left of a line when white space, quotes and dashes do not count. */
function folded(line: string): string {
  return line
    .slice(0, 2_000)
    .normalize("NFKC")
    .replaceAll(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u201f]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function pairs(line: string): Set<string> {
  const text = folded(line).toLowerCase().replaceAll(" ", "");
  const found = new Set<string>();
  for (let index = 0; index + 1 < text.length; index++) found.add(text.slice(index, index + 2));
  return found;
}
