import { MAX_GLOB_ALTERNATIVES } from "./limits.ts";

/**
 * The patterns that `{a,b}` groups of a glob stand for, nested groups included. A brace without its partner,
 * and one in a character class or after an escape, is an ordinary character. Undefined when there are too many.
 */
export function expandBraces(pattern: string, escapes: boolean): readonly string[] | undefined {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const group = firstGroup(next, escapes);
    if (group === undefined) {
      done.push(next);
    } else {
      const { start, end, parts } = group;
      const [before, after] = [next.slice(0, start), next.slice(end + 1)];
      for (const part of parts.toReversed()) waiting.push(before + part + after);
    }
    if (done.length + waiting.length > MAX_GLOB_ALTERNATIVES) return undefined;
  }
  return done;
}

interface BraceGroup {
  readonly start: number;
  /** Of the closing brace. */
  readonly end: number;
  readonly parts: readonly string[];
}

/** The first group that is whole and has a comma. */
function firstGroup(pattern: string, escapes: boolean): BraceGroup | undefined {
  const open: { start: number; commas: number[] }[] = [];
  let first: BraceGroup | undefined;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\" && escapes) at++;
    else if (character === "[") at = classEnd(pattern, at) ?? at;
    else if (character === "{") open.push({ start: at, commas: [] });
    else if (character === ",") open.at(-1)?.commas.push(at);
    else if (character === "}") {
      const group = open.pop();
      // An inner group closes before the outer one; the outermost complete one is expanded first.
      if (
        group !== undefined &&
        group.commas.length > 0 &&
        (first === undefined || group.start < first.start)
      ) {
        first = { start: group.start, end: at, parts: partsOf(pattern, group, at) };
      }
      if (first !== undefined && open.length === 0) return first;
    }
  }
  return first;
}

function partsOf(pattern: string, group: { start: number; commas: number[] }, end: number): string[] {
  const bounds = [group.start, ...group.commas, end];
  return bounds.slice(1).map((bound, index) => pattern.slice((bounds[index] ?? 0) + 1, bound));
}

/** The index of the `]` that ends a character class, if it has one; `]` right at the start is a member. */
export function classEnd(pattern: string, start: number): number | undefined {
  const negated = pattern[start + 1] === "!" || pattern[start + 1] === "^";
  const end = pattern.indexOf("]", start + (negated ? 3 : 2));
  return end === -1 || pattern.slice(start, end).includes("/") ? undefined : end;
}
