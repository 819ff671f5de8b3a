import { unfinishedCharacter } from "../process/unfinished.ts";

/**
 * Passes bytes on, but holds back a character that has not come whole: between two pieces of one stream a
 * piece of the other may be stored, and would stand inside the character.
 */
export class WholeCharacters {
  #held: Uint8Array = new Uint8Array(0);

  push(chunk: Uint8Array): Uint8Array {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const end = bytes.length - unfinishedCharacter(bytes);
    // A copy, which does not keep the whole chunk in memory.
    this.#held = new Uint8Array(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  /** What was held back when the stream ended. */
  flush(): Uint8Array {
    const held = this.#held;
    this.#held = new Uint8Array(0);
    return held;
  }
}
