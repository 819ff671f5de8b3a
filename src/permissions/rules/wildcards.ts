/**
 * Wildcards as single characters inside a prepared pattern, so that an escaped star is an ordinary star. NUL
 * cannot occur in a path or a command, and neither pattern nor text with U+0001 gets this far.
 */
export const ANY_RUN = "\u0000";
export const ANY_ONE = "\u0001";
/** A segment of a path pattern: any number of segments, also none. */
export const ANY_DEPTH = "**";

/** Whether the whole text matches: `ANY_RUN` any run of characters, `ANY_ONE` any one. */
export function matchesWildcards(pattern: string, text: string): boolean {
  return matches(pattern, text, ANY_RUN, (wanted, char) => wanted === char || wanted === ANY_ONE);
}

/** The same over the segments of a path, where `ANY_DEPTH` is any number of segments. */
export function matchesSegments(pattern: readonly string[], segments: readonly string[]): boolean {
  return matches(pattern, segments, ANY_DEPTH, matchesWildcards);
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
