import { TERMINAL_SEQUENCE_CHARACTERS } from "../limits.ts";

/** What a stream of text asks a terminal to do; colours and everything else that shows nothing is not there. */
export type TerminalAction =
  /** Characters to show, with their line ends. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "return" | "back" | "eraseToEnd" | "eraseLine" }
  | { readonly kind: "column"; readonly to: number }
  | { readonly kind: "move"; readonly by: number };

/** Controls that mean something here; TAB, VT, FF, NEL, LF and CRLF are text. */
const SPECIAL = /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]|\r(?!\n)/g;
/** A whole control sequence, as nearly all come; the state machine reads those that are split or odd. */
const CSI = /\x1b\[([ -?]{0,64})([@-~])/y;
/** What shows nothing and changes nothing, however much of it comes. */
const SILENT = /[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x8f\x91-\x97\x99\x9a\x9c]+/y;
const COLOUR = /\x1b\[[ -?]{0,64}m/g;
/** Where a sequence is not whole or is no control sequence, colours are not what they look like. */
const ODD = /\x1b(?!\[[ -?]{0,64}[@-~])|[\x90\x98\x9b\x9d-\x9f]/;
const SIMPLE: Readonly<Record<string, TerminalAction>> = {
  "\r": { kind: "return" },
  "\b": { kind: "back" },
};

type State = "ground" | "escape" | "charset" | "csi" | "string" | "stringEscape";

/** After ESC, and what stands for both in one C1 character. */
const INTRODUCERS: Readonly<Record<string, State>> = {
  "[": "csi",
  "]": "string",
  P: "string",
  X: "string",
  "^": "string",
  _: "string",
  "\x9b": "csi",
  "\x9d": "string",
  "\x90": "string",
  "\x98": "string",
  "\x9e": "string",
  "\x9f": "string",
};

/** Reads one stream; a control sequence may be split over any number of pushes. */
export class EscapeReader {
  #state: State = "ground";
  #parameters = "";

  read(input: string, act: (action: TerminalAction) => void): void {
    const text = this.#state === "ground" ? withoutColours(input) : input;
    let at = 0;
    while (at < text.length) {
      if (this.#state !== "ground") {
        const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
        const action = this.#step(character);
        if (action === "again") continue;
        if (action !== undefined) act(action);
        at += character.length;
        continue;
      }
      SPECIAL.lastIndex = at;
      const index = SPECIAL.exec(text)?.index ?? text.length;
      if (index > at) act({ kind: "text", text: text.slice(at, index) });
      if (index === text.length) return;
      SILENT.lastIndex = index;
      if (SILENT.test(text)) {
        at = SILENT.lastIndex;
        continue;
      }
      CSI.lastIndex = index;
      const sequence = CSI.exec(text);
      const action =
        sequence === null
          ? this.#control(text.charAt(index))
          : csiAction(sequence[2] ?? "", sequence[1] ?? "");
      if (action !== undefined) act(action);
      at = sequence === null ? index + 1 : CSI.lastIndex;
    }
  }

  #control(character: string): TerminalAction | undefined {
    if (character === "\x1b") this.#enter("escape");
    else this.#enter(INTRODUCERS[character] ?? "ground");
    return SIMPLE[character];
  }

  #enter(state: State): undefined {
    this.#state = state;
    this.#parameters = "";
  }

  /** One character inside a sequence; "again" when it ends the sequence and counts as ordinary. */
  #step(character: string): TerminalAction | "again" | undefined {
    // A line end ends every sequence: a stray introducer must not swallow the rest of an output.
    if (character === "\n" || character === "\r") {
      this.#enter("ground");
      return "again";
    }
    switch (this.#state) {
      case "escape":
        return this.#afterEscape(character);
      case "charset":
        return isBetween(character, " ", "/") ? undefined : this.#enter("ground");
      case "csi":
        return this.#inCsi(character);
      case "stringEscape":
        // ESC \ ends the string; any other ESC starts a sequence of its own.
        return character === "\\" ? this.#enter("ground") : this.#afterEscape(character);
      default:
        return this.#inString(character);
    }
  }

  #afterEscape(character: string): undefined {
    if (character === "\x1b") return this.#enter("escape");
    if (isBetween(character, " ", "/")) return this.#enter("charset");
    return this.#enter(INTRODUCERS[character] ?? "ground");
  }

  #inString(character: string): undefined {
    if (character === "\x07" || character === "\x9c") return this.#enter("ground");
    if (character === "\x1b") this.#state = "stringEscape";
  }

  #inCsi(character: string): TerminalAction | "again" | undefined {
    if (isBetween(character, " ", "?")) {
      if (this.#parameters.length < TERMINAL_SEQUENCE_CHARACTERS) this.#parameters += character;
      return undefined;
    }
    const parameters = this.#parameters;
    this.#enter("ground");
    if (!isBetween(character, "@", "~")) return "again";
    return csiAction(character, parameters);
  }
}

/** Most sequences are colours: without them the rest of a text comes in few and long pieces. */
function withoutColours(text: string): string {
  const last = text.lastIndexOf("\x1b");
  if (last === -1) return text;
  CSI.lastIndex = last;
  // Its last sequence may be split.
  const end = CSI.test(text) ? text.length : last;
  const whole = text.slice(0, end);
  return ODD.test(whole) ? text : whole.replace(COLOUR, "") + text.slice(end);
}

function csiAction(final: string, parameters: string): TerminalAction | undefined {
  if (final === "m" || !/^\d*$/.test(parameters)) return undefined;
  const count = Math.max(1, Number(parameters));
  switch (final) {
    case "K":
      if (Number(parameters) === 0) return { kind: "eraseToEnd" };
      return Number(parameters) === 2 ? { kind: "eraseLine" } : undefined;
    case "G":
      return { kind: "column", to: count - 1 };
    case "C":
      return { kind: "move", by: count };
    case "D":
      return { kind: "move", by: -count };
    default:
      return undefined;
  }
}

function isBetween(character: string, first: string, last: string): boolean {
  return character >= first && character <= last;
}
