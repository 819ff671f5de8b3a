import { MAX_ID_CHARACTERS, MAX_MESSAGE_CHARACTERS, PIECE_CHARACTERS } from "./limits.ts";

/** One frame of a message that is too long for one: `data` joined in order of `seq` is its JSON. */
export interface Piece {
  readonly id: string;
  /** From 0, without a gap. */
  readonly seq: number;
  readonly last: boolean;
  readonly data: string;
}

/** The frames of a message: itself where it fits, else its pieces; undefined for one over every limit. */
export function framesOf(id: string, message: object): readonly object[] | undefined {
  const text = JSON.stringify(message);
  if (text.length > MAX_MESSAGE_CHARACTERS) return undefined;
  if (text.length <= PIECE_CHARACTERS) return [message];
  const pieces: Piece[] = [];
  for (let at = 0, seq = 0; at < text.length; at += PIECE_CHARACTERS, seq++) {
    const last = at + PIECE_CHARACTERS >= text.length;
    pieces.push({ id, seq, last, data: text.slice(at, at + PIECE_CHARACTERS) });
  }
  return pieces;
}

export function isPiece(frame: Readonly<Record<string, unknown>>): frame is Record<string, unknown> & Piece {
  const { id, seq, last, data } = frame;
  const shape = typeof id === "string" && typeof last === "boolean" && typeof data === "string";
  return shape && Number.isSafeInteger(seq);
}

/** Whether an id fits beside a piece in one frame: answers carry the ids of their requests. */
export function isMessageId(id: unknown): id is string {
  return typeof id === "string" && id.length <= MAX_ID_CHARACTERS;
}

/** Joins the pieces of one message after the other. */
export class PieceJoiner {
  #id: string | undefined;
  #texts: string[] = [];
  #characters = 0;

  /** @returns the whole message with its last piece; undefined before; "broken" for anything out of order. */
  push(piece: Piece): { readonly message: unknown } | "broken" | undefined {
    if (piece.seq === 0) this.#start(piece.id);
    this.#characters += piece.data.length;
    const fits = piece.id === this.#id && piece.seq === this.#texts.length;
    if (!fits || this.#characters > MAX_MESSAGE_CHARACTERS) return "broken";
    this.#texts.push(piece.data);
    if (!piece.last) return undefined;
    const text = this.#texts.join("");
    this.#start(undefined);
    try {
      return { message: JSON.parse(text) };
    } catch {
      return "broken";
    }
  }

  #start(id: string | undefined): void {
    this.#id = id;
    this.#texts = [];
    this.#characters = 0;
  }
}
