/** What a terminal in bracketed-paste mode sends before and after pasted text. */
export const PASTE_START = "\u001b[200~";
export const PASTE_END = "\u001b[201~";

const PASTES = /\u001b\[200~[\s\S]*?(?:\u001b\[201~|$)/g;
const SEQUENCES = /\u001b(?:\[[0-9;]*[ -/]*[@-~]|O[A-Za-z])/g;
/** The beginning of a paste's beginning, at the end of what came so far. */
const TORN_START = /\u001b\[(?:2(?:00?)?)?$/;

/**
 * Whether a chunk holds more than a person presses at once: a character with others beside it. That is how a
 * paste comes from a terminal that does not bracket it.
 */
export function isBurst(chunk: string): boolean {
  const typed = withoutPastes(chunk).replaceAll(SEQUENCES, "");
  return typed.length > 1 && /\P{Cc}/u.test(typed);
}

/** What stays of keys that are dropped: the beginning of a paste, whose end is still to come. */
export function unfinishedPaste(text: string): string {
  const start = text.lastIndexOf(PASTE_START);
  if (start !== -1 && !text.includes(PASTE_END, start)) return text.slice(start);
  return TORN_START.exec(text)?.[0] ?? "";
}

/** What was typed, without what was pasted between. */
export function withoutPastes(text: string): string {
  return text.replaceAll(PASTES, "");
}

/** Pasted text for a field of one line: line ends and tabs become spaces, other controls go; at most `room` long. */
export function pastedLine(text: string, room: number): string {
  const line = text.replaceAll(/\r\n|[\r\n\t]/g, " ").replaceAll(/\p{Cc}/gu, "");
  // The cut must not part a surrogate pair.
  return line.slice(0, Math.max(0, room)).replace(/[\ud800-\udbff]$/, "");
}
