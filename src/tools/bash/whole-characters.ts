/** The longest start of a UTF-8 character that is not yet the whole of one, in bytes. */
const MAX_HELD = 3;

/**
 * Passes bytes on, but holds back a character that has not come whole: between two pieces of one stream a
 * piece of the other may be stored, and would stand inside the character.
 */
export class WholeCharacters {
  #held: Uint8Array = new Uint8Array(0);

  push(chunk: Uint8Array): Uint8Array {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const end = bytes.length - unfinished(bytes);
    this.#held = Uint8Array.prototype.slice.call(bytes, end);
    return bytes.subarray(0, end);
  }

  /** What was held back when the stream ended. */
  flush(): Uint8Array {
    const held = this.#held;
    this.#held = new Uint8Array(0);
    return held;
  }
}

/** How many bytes at the end are the start of a character whose rest has not come. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(MAX_HELD, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf8) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
