import type { Buffer } from "node:buffer";
import type { TextEncoding } from "../files/encoding.ts";
import { COUNTED_MATCHES } from "./limits.ts";
import { type Match, matches } from "./match.ts";

export type Choice =
  | { readonly kind: "found"; readonly matches: readonly Match[] }
  | { readonly kind: "none" }
  /** `counted` is false when counting was given up. */
  | { readonly kind: "many"; readonly matches: readonly Match[]; readonly counted: boolean };

/** The one place that is meant; an exact match wins over one that differs in its line ends. */
export function chooseOne(file: Buffer, text: string, encoding: TextEncoding): Choice {
  const found: Match[] = [];
  for (const match of matches(file, text, encoding)) {
    if (found.length === COUNTED_MATCHES) return { kind: "many", matches: found, counted: false };
    found.push(match);
  }
  if (found.length === 0) return { kind: "none" };
  if (found.length === 1) return { kind: "found", matches: found };
  const exact = found.filter(({ ends }) => !ends.includes("crlf"));
  if (exact.length === 1) return { kind: "found", matches: exact };
  return { kind: "many", matches: found, counted: true };
}

/** Every place, from the start; one that overlaps the place before it is left out. */
export function chooseAll(file: Buffer, text: string, encoding: TextEncoding): Choice {
  const found: Match[] = [];
  let end = 0;
  for (const match of matches(file, text, encoding)) {
    if (match.start < end) continue;
    found.push(match);
    end = match.end;
  }
  return found.length === 0 ? { kind: "none" } : { kind: "found", matches: found };
}
