import { HOLE } from "./types.ts";

/** Words as a program gets them, `HOLE` for what only running tells. */
export type Words = readonly string[];

const WINDOWS_EXTENSIONS = new Set([".exe", ".cmd", ".bat", ".com"]);

/**
 * The program that a command word names, as deny rules and the lists here know it: base name, lower case,
 * without the extensions of Windows. Undefined when only running tells.
 */
export function programName(word: string | undefined): string | undefined {
  if (word === undefined || word === "" || word.includes(HOLE)) return undefined;
  const base = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1).toLowerCase();
  return WINDOWS_EXTENSIONS.has(base.slice(-4)) ? base.slice(0, -4) : base;
}
