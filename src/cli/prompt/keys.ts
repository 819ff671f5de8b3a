import type { KeyInput } from "../../config/host.ts";
import { isBurst, PASTE_END, PASTE_START, unfinishedPaste, withoutPastes } from "./paste.ts";

export type Key =
  | { readonly name: "up" | "down" | "enter" | "escape" | "interrupt" | "gone" }
  /** What the terminal says was pasted, all of it. */
  | { readonly name: "paste"; readonly text: string }
  /** `text` is what the terminal sent: a character that is no letter, or a sequence. */
  | { readonly name: "other"; readonly text: string }
  /** A letter, a digit or `?`: in lower case, and as it was typed. */
  | { readonly name: "letter"; readonly letter: string; readonly text: string };

/** Over a slow line the bytes of an arrow key come apart; a lone escape waits this long for the rest. */
const ESCAPE_WAIT_MS = 80;
/** No key that a person presses begins a longer sequence, so its rest may take its time. */
const SEQUENCE_WAIT_MS = 1000;
/** The rest of a burst that a slow line tore apart is dropped with it. */
const BURST_MS = 50;
const INTERRUPT = "\u0003";

const SEQUENCES: Readonly<Record<string, "up" | "down">> = {
  "\u001b[A": "up",
  "\u001bOA": "up",
  "\u001b[B": "down",
  "\u001bOB": "down",
};
/** One key at the start of a text: an escape sequence, whole or never finished, or one character. */
const ONE_KEY = /^(?:\u001b\[[0-9;]*[ -/]*(?:[@-~]|$)|\u001bO[A-Za-z]|[\s\S])/u;
const TORN_KEY = /^\u001b(?:\[[0-9;]*[ -/]*|O)?$/;

/** Turns the bytes of a terminal into keys. */
export class KeyReader {
  readonly #input: KeyInput;
  readonly #decoder = new TextDecoder();
  #text = "";
  /** Whether what is left of the text came as more than one key pressed at once. */
  #burst = false;
  /** What a lone escape did not wait for. */
  #next: Promise<Uint8Array | undefined> | undefined;

  constructor(input: KeyInput) {
    this.#input = input;
  }

  /** The next key, or all of what was pasted. */
  async next(): Promise<Key> {
    if (this.#text === "" && !(await this.#more())) return { name: "gone" };
    let torn = true;
    while (torn && TORN_KEY.test(this.#text)) {
      torn = await this.#more(this.#text === "\u001b" ? ESCAPE_WAIT_MS : SEQUENCE_WAIT_MS);
    }
    if (this.#text.startsWith(PASTE_START)) return this.#paste();
    const taken = ONE_KEY.exec(this.#text)?.[0] ?? "";
    this.#text = this.#text.slice(taken.length);
    return keyOf(taken);
  }

  /** The next key that was pressed by itself: a paste answers nothing, bracketed or not, but for Ctrl-C in a burst. */
  async nextAlone(): Promise<Key> {
    for (;;) {
      const key = await this.next();
      if (key.name === "paste") continue;
      if (key.name === "interrupt" || key.name === "gone" || !this.#burst) return key;
      if (this.#drop() || (await this.dropEarly(BURST_MS))) return { name: "interrupt" };
    }
  }

  /** Drops keys that were pressed before there was anything to answer, but for Ctrl-C. */
  async dropEarly(milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    for (;;) {
      const left = until - performance.now();
      if (left <= 0 || !(await this.#more(left))) return false;
      if (this.#drop()) return true;
    }
  }

  /** Forgets what was typed, and tells whether Ctrl-C was in it; a paste that began there still goes on. */
  #drop(): boolean {
    const interrupted = withoutPastes(this.#text).includes(INTERRUPT);
    this.#text = unfinishedPaste(this.#text);
    return interrupted;
  }

  async #paste(): Promise<Key> {
    for (;;) {
      const end = this.#text.indexOf(PASTE_END);
      if (end !== -1) {
        const text = this.#text.slice(PASTE_START.length, end);
        this.#text = this.#text.slice(end + PASTE_END.length);
        return { name: "paste", text };
      }
      // When the end of a paste got lost, Ctrl-C must still end the question.
      if (this.#text.endsWith(INTERRUPT)) {
        this.#text = "";
        return { name: "interrupt" };
      }
      if (!(await this.#more())) return { name: "gone" };
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
    this.#burst = isBurst(this.#text);
    return true;
  }
}

function pause(milliseconds: number): Promise<"late"> {
  return new Promise((resolve) => setTimeout(() => resolve("late"), milliseconds));
}

function keyOf(taken: string): Key {
  const arrow = SEQUENCES[taken];
  if (arrow !== undefined) return { name: arrow };
  if (taken === INTERRUPT) return { name: "interrupt" };
  if (taken === "\u0004") return { name: "gone" };
  if (taken === "\r" || taken === "\n") return { name: "enter" };
  if (taken === "\u001b") return { name: "escape" };
  return /^[\p{L}\d?]$/u.test(taken)
    ? { name: "letter", letter: taken.toLowerCase(), text: taken }
    : { name: "other", text: taken };
}
