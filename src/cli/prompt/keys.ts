import type { KeyInput } from "../../config/host.ts";

export type Key =
  | { readonly name: "up" | "down" | "enter" | "escape" | "interrupt" | "gone" }
  /** `text` is what the terminal sent: a character that is no letter, or a sequence. */
  | { readonly name: "other"; readonly text: string }
  /** A letter, a digit or `?`: in lower case, and as it was typed. */
  | { readonly name: "letter"; readonly letter: string; readonly text: string };

/** Over a slow line the bytes of an arrow key come apart; a lone escape waits this long for the rest. */
const ESCAPE_WAIT_MS = 80;

const SEQUENCES: Readonly<Record<string, "up" | "down">> = {
  "\u001b[A": "up",
  "\u001bOA": "up",
  "\u001b[B": "down",
  "\u001bOB": "down",
};
/** One key at the start of a text: a whole escape sequence, or one character. */
const ONE_KEY = /^(?:\u001b\[[0-9;]*[ -/]*[@-~]|\u001bO[A-Za-z]|[\s\S])/u;

/** Turns the bytes of a terminal into keys. */
export class KeyReader {
  readonly #input: KeyInput;
  readonly #decoder = new TextDecoder();
  #text = "";
  /** What a lone escape did not wait for. */
  #next: Promise<Uint8Array | undefined> | undefined;

  constructor(input: KeyInput) {
    this.#input = input;
  }

  async next(): Promise<Key> {
    if (this.#text === "" && !(await this.#more())) return { name: "gone" };
    if (/^\u001b[[O]?$/.test(this.#text)) await this.#more(ESCAPE_WAIT_MS);
    const taken = ONE_KEY.exec(this.#text)?.[0] ?? "";
    this.#text = this.#text.slice(taken.length);
    return keyOf(taken);
  }

  /** Drops keys that were pressed before there was anything to answer, but for Ctrl-C. */
  async dropEarly(milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    for (;;) {
      const left = until - performance.now();
      if (left <= 0 || !(await this.#more(left))) return false;
      const interrupted = this.#text.includes("\u0003");
      this.#text = "";
      if (interrupted) return true;
    }
  }

  /** False at the end of the input, or when nothing came in time. */
  async #more(waitMs?: number): Promise<boolean> {
    this.#next ??= this.#input.next();
    const bytes = await (waitMs === undefined ? this.#next : Promise.race([this.#next, pause(waitMs)]));
    if (bytes === "late") return false;
    this.#next = undefined;
    if (bytes === undefined) return false;
    this.#text += this.#decoder.decode(bytes, { stream: true });
    return true;
  }
}

function pause(milliseconds: number): Promise<"late"> {
  return new Promise((resolve) => setTimeout(() => resolve("late"), milliseconds));
}

function keyOf(taken: string): Key {
  const arrow = SEQUENCES[taken];
  if (arrow !== undefined) return { name: arrow };
  if (taken === "\u0003") return { name: "interrupt" };
  if (taken === "\u0004") return { name: "gone" };
  if (taken === "\r" || taken === "\n") return { name: "enter" };
  if (taken === "\u001b") return { name: "escape" };
  return /^[\p{L}\d?]$/u.test(taken)
    ? { name: "letter", letter: taken.toLowerCase(), text: taken }
    : { name: "other", text: taken };
}
