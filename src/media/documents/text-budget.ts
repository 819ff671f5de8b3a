import { MediaFailed } from "../failed.ts";
import { DOCUMENT_CHARACTERS } from "../limits.ts";

/** Counts the text of a document. @throws MediaFailed when it is more than anybody will read. */
export class TextBudget {
  #characters = 0;

  add(text: string): void {
    this.#characters += text.length;
    if (this.#characters > DOCUMENT_CHARACTERS) {
      throw new MediaFailed({ code: "too_much_text", most: DOCUMENT_CHARACTERS });
    }
  }
}
