import { COUNT, HOLE, SPLIT, SPREAD } from "./types.ts";

/** Whether part of a word only shows when it runs. */
export function isUnknown(word: string): boolean {
  return word.includes(HOLE);
}

/** Whether a word is a number, though nobody knows which. */
export function isCount(word: string): boolean {
  return word === HOLE + COUNT || word === HOLE + SPLIT + COUNT;
}

/** Whether a word may become several, or none. */
export function isSeveral(word: string): boolean {
  return word.includes(SPLIT) || word.includes(SPREAD);
}

/** An unknown that may be an option, a whole command, or words before one; a quoted one behind a literal start is a value. */
export function isLoose(word: string): boolean {
  return word.startsWith(HOLE) || isSeveral(word);
}

/** Whether a word that is partly unknown may turn out as this option, also with a value attached. */
export function mayBeOption(word: string, option: string): boolean {
  const hole = word.indexOf(HOLE);
  if (hole === -1) return false;
  if (word.includes(SPLIT)) return true;
  const start = word.slice(0, hole);
  if (start === "" && word.charAt(hole + 1) === COUNT) return false;
  return option.startsWith(start) || (start.startsWith(option) && !option.startsWith("--"));
}
