import { shortened } from "../../output/shortened.ts";
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
    return [{ line: index + 1, text: shortened(line.trim(), MATCH_CHARACTERS) }];
  });
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
