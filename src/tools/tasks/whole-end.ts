import { unfinishedCharacter } from "../process/unfinished.ts";

const LF = 0x0a;

/**
 * Where a piece of output is cut when more may follow: after its last whole line, or after its last whole
 * character when it holds no line end (a long line, a question that waits).
 */
export function wholeEnd(bytes: Uint8Array): number {
  const line = bytes.lastIndexOf(LF) + 1;
  return line > 0 ? line : bytes.length - unfinishedCharacter(bytes);
}

/** Whether a line ends in a piece of output. */
export function holdsLine(bytes: Uint8Array): boolean {
  return bytes.includes(LF);
}
