import type { RuleProblem } from "../errors.ts";
import { texts } from "../texts.ts";
import type { PathGlob } from "./types.ts";
import { ANY_DEPTH, ANY_ONE, ANY_RUN } from "./wildcards.ts";

/**
 * Reads the glob of a path rule: `*` and `?` within a name, `**` any depth, `\` takes the next character as it
 * is. Brackets and braces are refused: read literally they would make a deny rule that never matches.
 */
export function parseGlob(pattern: string, column: number): PathGlob | RuleProblem {
  const scanned = scan(pattern, column);
  if ("column" in scanned) return scanned;
  const names = scanned.names;
  const first = names[0] ?? "";
  if (first === "~") return finish("~", names.slice(1), column);
  if (/^[A-Za-z]:$/.test(first)) return { ...finish("/", names.slice(1), column), drive: first };
  if (first === "" && names.length > 1) return finish("/", names.slice(1), column);
  return finish("", names, column);
}

function scan(pattern: string, column: number): { names: string[] } | RuleProblem {
  const names: string[] = [];
  let name = "";
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern.charAt(index);
    if (char === "\\") {
      index += 1;
      if (index === pattern.length) return { column: column + index - 1, what: texts.globLoneBackslash };
      name += pattern.charAt(index);
    } else if (char === "/") {
      names.push(name);
      name = "";
    } else if ("[]{}".includes(char)) {
      return { column: column + index, what: texts.globBracket(char), hint: texts.globBracketHint(char) };
    } else {
      name += char === "*" ? ANY_RUN : char === "?" ? ANY_ONE : char;
    }
  }
  names.push(name);
  return { names };
}

function finish(start: PathGlob["start"], names: readonly string[], column: number): PathGlob | RuleProblem {
  const segments: string[] = [];
  for (const name of names) {
    if (name === "" || name === ".") continue;
    if (name === ".." && segments.some((segment) => segment !== "..")) {
      return { column, what: texts.globParent };
    }
    segments.push(name === ANY_DEPTH ? ANY_DEPTH : name.replace(/\u0000+/g, ANY_RUN));
  }
  return { start, segments };
}
