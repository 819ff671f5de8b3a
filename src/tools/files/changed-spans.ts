import type { Buffer } from "node:buffer";

/** One replaced run of bytes of a file. */
export interface ChangedSpan {
  readonly start: number;
  /** Exclusive; equal to `start` for a pure insertion. */
  readonly end: number;
  readonly replacement: Uint8Array;
}

/** The new content as runs of old bytes and replacements, in order, without copying the old bytes. */
export function splice(before: Buffer, spans: readonly ChangedSpan[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const span of spans) {
    pieces.push(before.subarray(from, span.start), span.replacement);
    from = span.end;
  }
  pieces.push(before.subarray(from));
  return pieces;
}

/** What differs between two contents as one span: everything but their common start and end. */
export function differingSpan(before: Uint8Array, after: Uint8Array): ChangedSpan | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return undefined;
  let tail = 0;
  const most = shorter - start;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { start, end: before.length - tail, replacement: after.subarray(start, after.length - tail) };
}
