import { MATCH_CHARACTERS } from "./limits.ts";

export interface MemoryMatch {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines that have every word of the query, whatever its case. */
export function matchingLines(text: string, query: string): MemoryMatch[] {
  const words = folded(query).split(/\s+/u).filter(Boolean);
  return text.split(/\r?\n/u).flatMap((line, index) => {
    const whole = folded(line);
    if (!words.every((word) => whole.includes(word))) return [];
    return [{ line: index + 1, text: cut(line.trim()) }];
  });
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function cut(line: string): string {
  const characters = Array.from(line);
  if (characters.length <= MATCH_CHARACTERS) return line;
  return `${characters.slice(0, MATCH_CHARACTERS - 1).join("")}…`;
}
