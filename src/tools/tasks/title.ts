import { TITLE_CHARACTERS } from "./limits.ts";

/** What a task is called in lists: its command or description in one line, cut. */
export function taskTitle(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, " ").trim());
  return characters.length <= TITLE_CHARACTERS
    ? characters.join("")
    : `${characters.slice(0, TITLE_CHARACTERS - 1).join("")}…`;
}
