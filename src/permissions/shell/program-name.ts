import { HOLE } from "./types.ts";

/** Words as a program gets them, `HOLE` for what only running tells. */
export type Words = readonly string[];

/**
 * The program that a command word names, as deny rules and the lists here know it: base name, lower case,
 * without the extensions of Windows. Undefined when only running tells.
 */
export function programName(word: string | undefined): string | undefined {
  if (word === undefined || word === "" || word.includes(HOLE)) return undefined;
  const base = word.split(/[\\/]/).at(-1) ?? "";
  return base.toLowerCase().replace(/\.(exe|cmd|bat|com)$/, "");
}
