import { outputFault } from "../errors.ts";
import { countLines, lineAt, withoutLineEnd } from "../lines.ts";
import { headWithin, utf8Bytes } from "./cut.ts";

export interface PrefixLimits {
  readonly maxBytes: number;
  readonly maxLines?: number;
}

/** What is shown; the next offset follows from it. */
export interface PrefixKept {
  /** Pieces shown, the cut one included. */
  readonly pieces: number;
  /** Bytes of these, without the note. */
  readonly bytes: number;
  /** The first piece alone is over the limit: only its start is shown. */
  readonly cut: boolean;
}

/** The last line of a cut result, without a newline; must hold the next offset. */
export type PrefixNote = (kept: PrefixKept) => string;

export interface PrefixResult {
  readonly text: string;
  readonly kept: PrefixKept;
  readonly truncated: boolean;
}

/**
 * Whole pieces from the head, within a limit that counts the note. A piece is a line with its end, or any
 * block that must stay whole (a match with its context). Memory is that of the limit; a piece longer than
 * the limit may be pushed cut, as long as what is pushed is longer than the limit too.
 */
export class PrefixLines {
  readonly #limits: PrefixLimits;
  readonly #pieces: string[] = [];
  readonly #ends: number[] = [];
  #first = "";
  #overflowed = false;

  constructor(limits: PrefixLimits) {
    this.#limits = limits;
  }

  /** Takes the next piece; false when it does not fit, and from then on. */
  push(piece: string): boolean {
    if (this.#overflowed) return false;
    if (this.#pieces.length === 0) this.#first = piece;
    const end = this.#bytes + utf8Bytes(piece);
    if (end > this.#limits.maxBytes || this.#pieces.length >= (this.#limits.maxLines ?? Infinity)) {
      this.#overflowed = true;
      return false;
    }
    this.#pieces.push(piece);
    this.#ends.push(end);
    return true;
  }

  /**
   * The text to show. `note` is asked only when something is left out; `more` says that pieces exist which
   * were never pushed. Changes nothing: it may be called again with another note.
   */
  finish(options: { readonly note: PrefixNote; readonly more?: boolean }): PrefixResult {
    if (!this.#overflowed && options.more !== true) {
      const kept = { pieces: this.#pieces.length, bytes: this.#bytes, cut: false };
      return { text: this.#pieces.join(""), kept, truncated: false };
    }
    for (let pieces = this.#pieces.length; pieces > 0; pieces--) {
      const kept = { pieces, bytes: this.#ends[pieces - 1] ?? 0, cut: false };
      const separator = this.#pieces[pieces - 1]?.endsWith("\n") ? "" : "\n";
      const note = separator + options.note(kept);
      if (kept.bytes + utf8Bytes(note) > this.#limits.maxBytes) continue;
      return { text: this.#pieces.slice(0, pieces).join("") + note, kept, truncated: true };
    }
    return this.#finishInsideFirst(options.note);
  }

  get #bytes(): number {
    return this.#ends.at(-1) ?? 0;
  }

  #finishInsideFirst(noteOf: PrefixNote): PrefixResult {
    // The number of shown bytes may stand in the note, so the note is made for the most that can be shown.
    const { maxBytes } = this.#limits;
    const note = `\n${noteOf({ pieces: 1, bytes: maxBytes, cut: true })}`;
    const room = maxBytes - utf8Bytes(note);
    if (room < 0) throw outputFault.limitTooSmall(maxBytes, utf8Bytes(note));
    const shown = headWithin(withoutLineEnd(this.#first), room);
    const kept = { pieces: 1, bytes: utf8Bytes(shown), cut: true };
    return { text: `${shown}\n${noteOf(kept)}`, kept, truncated: true };
  }
}

/** The whole lines from the head of a text that is there already; `lines` is the count of the whole text. */
export function prefixOfText(
  text: string,
  limits: PrefixLimits,
  noteOf: (kept: PrefixKept, lines: number) => string,
): PrefixResult {
  const prefix = new PrefixLines(limits);
  // A character takes at least a byte: what is further back cannot fit, and need not be looked at.
  const reachable = text.slice(0, limits.maxBytes + 1);
  for (let line = lineAt(reachable, 0); line !== undefined; line = lineAt(reachable, line.next)) {
    if (!prefix.push(reachable.slice(line.start, line.next))) break;
  }
  let lines: number | undefined;
  const note: PrefixNote = (kept) => {
    lines ??= countLines(text);
    return noteOf(kept, lines);
  };
  return prefix.finish({ note });
}
