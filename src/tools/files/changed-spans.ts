import { Buffer } from "node:buffer";
import { SPLICED_PIECES } from "./limits.ts";

/** One replaced run of bytes of a file. */
export interface ChangedSpan {
  readonly start: number;
  /** Exclusive; equal to `start` for a pure insertion. */
  readonly end: number;
  readonly replacement: Uint8Array;
}

/**
 * The new content as runs of old bytes and replacements, in order. Old bytes are not copied, unless there are so
 * many runs that writing each by itself would cost more: then only those before the first change are not.
 */
export function splice(before: Buffer, spans: readonly ChangedSpan[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const span of spans) {
    pieces.push(before.subarray(from, span.start), span.replacement);
    from = span.end;
  }
  pieces.push(before.subarray(from));
  const [head, ...rest] = pieces;
  return head === undefined || pieces.length <= SPLICED_PIECES ? pieces : [head, Buffer.concat(rest)];
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
