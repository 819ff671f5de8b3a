/**
 * Wildcards as single characters inside a prepared pattern, so that an escaped star is an ordinary star. NUL
 * cannot occur in a path or a command, and neither pattern nor text with U+0001 gets this far.
 */
export const ANY_RUN = "\u0000";
export const ANY_ONE = "\u0001";
/** A segment of a path pattern: any number of segments, also none. A folder may be called `**`, but not this. */
export const ANY_DEPTH = "\u0000\u0000";

/** Whether the whole text matches: `ANY_RUN` any run of characters, `ANY_ONE` any one. */
export function matchesWildcards(pattern: string, text: string): boolean {
  // Most patterns are a plain start and one run behind it; of the others most fail at their start.
  const plain = plainLength(pattern);
  if (!text.startsWith(plain === pattern.length ? pattern : pattern.slice(0, plain))) return false;
  if (plain === pattern.length) return text.length === plain;
  if (plain === pattern.length - 1 && pattern[plain] === ANY_RUN) return true;
  return matches(pattern, text, ANY_RUN, (wanted, char) => wanted === char || wanted === ANY_ONE);
}

/** The same over the segments of a path, where `ANY_DEPTH` is any number of segments. */
export function matchesSegments(pattern: readonly string[], segments: readonly string[]): boolean {
  return matches(pattern, segments, ANY_DEPTH, matchesWildcards);
}

/** How many characters stand before the first wildcard. */
function plainLength(pattern: string): number {
  const run = pattern.indexOf(ANY_RUN);
  const one = pattern.indexOf(ANY_ONE);
  return Math.min(run === -1 ? pattern.length : run, one === -1 ? pattern.length : one);
}

/**
 * Greedy with one point to go back to, so its time is bounded by the product of the lengths whatever the
 * pattern.
 */
function matches(
  pattern: ArrayLike<string>,
  items: ArrayLike<string>,
  run: string,
  fits: (wanted: string, item: string) => boolean,
): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let resume = 0;
  while (index < items.length) {
    const wanted = pattern[at];
    if (wanted === run) {
      star = at;
      resume = index;
      at += 1;
    } else if (wanted !== undefined && fits(wanted, items[index] ?? "")) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else {
      return false;
    }
  }
  while (pattern[at] === run) at += 1;
  return at === pattern.length;
}
