import { MediaFailed } from "../failed.ts";
import { DOCUMENT_CHARACTERS } from "../limits.ts";

/** Counts the text of a document, up to more than anybody will read. */
export class TextBudget {
  #characters = 0;

  /** Whether there is room for this text too. */
  holds(text: string): boolean {
    this.#characters += text.length;
    return this.#characters <= DOCUMENT_CHARACTERS;
  }
}

export function tooMuchText(): MediaFailed {
  return new MediaFailed({ code: "too_much_text", most: DOCUMENT_CHARACTERS });
}
