import { readAnsiQuotes } from "./ansi-quotes.ts";
import type { Cursor } from "./cursor.ts";
import { COUNT, HOLE, type ShellWord, SPLIT, SPREAD } from "./types.ts";

/** Whoever made the reader collects what is found. */
export interface WordOwner {
  /** Reads a list of commands up to `)` or the limit. */
  nested(closer: ")" | undefined): void;
  /** Something was read that only bash reads so. */
  onlyBash(): void;
  /** `$NAME` stands here. */
  variable(at: number): void;
}

const ENDS_WORD = new Set(["", " ", "\t", "\n", "|", "&", ";", "(", ")", "<", ">"]);
/** By character code: ASCII that stands for itself in the middle of a word, whatever is around it. */
const PLAIN = new Uint8Array(128).map((_, code) => (/[\w./:,=@%+-]/.test(String.fromCharCode(code)) ? 1 : 0));
/** How far a brace is looked at. */
const LONGEST_BRACE = 4096;
/** What may stand inside `${…}` without being able to run or set anything. */
const PLAIN_PARAMETER =
  /\$\{(#?([A-Za-z_]\w*(\[[@*]\])?|[0-9]+|[@*#?$!-])|([A-Za-z_]\w*|[0-9]+|[@*])(:?[-+?]|##?|%%?|\/\/?)(\\[/.*?]|[\w ./,:%+*?-])*|([A-Za-z_]\w*|[0-9]+)(\^\^?|,,?)|([A-Za-z_]\w*|[@*]):( ?-)?[0-9]+(:[0-9]+)?)\}/y;
const PLAIN_ARITHMETIC = /\$\(\([0-9 +*/%()<>=!&|^~?:,-]*\)\)/y;
const PLAIN_VARIABLE = /\$([A-Za-z_]\w*|[0-9@*#?$!-])/y;
/** Digits whatever happened before. */
const COUNTED = /^\$([?#$]|\{#.*)$/;
/** Becomes several words in double quotes too. */
const ALL_ARGUMENTS = /^\$(\{?@|\{\w+\[@)/;

/** Reads words: quotes, escapes and expansions, with everything nested in them. */
export class WordReader {
  readonly #cursor: Cursor;
  readonly #owner: WordOwner;

  constructor(cursor: Cursor, owner: WordOwner) {
    this.#cursor = cursor;
    this.#owner = owner;
  }

  /** The word that starts here; undefined where none does. */
  read(): ShellWord | undefined {
    const cursor = this.#cursor;
    const start = cursor.at;
    if (cursor.peek() === "#") cursor.fail("a comment where a word should be");
    let value = this.#processSubstitution() ?? "";
    if (value !== "" && !ENDS_WORD.has(cursor.peek())) cursor.fail("a process substitution inside a word");
    if (value === "" && cursor.peek() === "~") value = this.#tilde();
    for (;;) {
      value += cursor.takeRun(PLAIN);
      if (ENDS_WORD.has(cursor.peek())) break;
      value += this.#part();
    }
    if (cursor.at === start) return undefined;
    // In the middle of a word bash reads these as part of it.
    if (cursor.startsWith("<(") || cursor.startsWith(">("))
      cursor.fail("a process substitution inside a word");
    return { start, end: cursor.at, typed: cursor.text.slice(start, cursor.at), value };
  }

  /** The unquoted body of a here-document, from here to the limit. */
  readBody(): void {
    const cursor = this.#cursor;
    while (!cursor.done) {
      if (cursor.take(/[^\\$`]+/y) !== undefined) continue;
      if (cursor.peek() === "\\") {
        if (cursor.peek(1) === "\n") cursor.fail("a line continuation in a here-document");
        cursor.at += 2;
      } else {
        this.#expansion(true);
      }
    }
  }

  #part(): string {
    const cursor = this.#cursor;
    const char = cursor.peek();
    if (char === "\\") return this.#escaped();
    if (char === "'") return this.#singleQuoted();
    if (char === '"') return this.#doubleQuoted();
    if (char === "$" || char === "`") return this.#expansion(false);
    if (char === "{") return this.#brace();
    cursor.at += 1;
    if (char === "[") return this.#isWholeWord() ? char : HOLE + SPREAD;
    return char === "*" || char === "?" ? HOLE + SPREAD : char;
  }

  /** `[` as a word of its own is the test command; anywhere else it may start a set of characters. */
  #isWholeWord(): boolean {
    const { at, text } = this.#cursor;
    return ENDS_WORD.has(text.charAt(at - 2)) && ENDS_WORD.has(this.#cursor.peek());
  }

  #tilde(): string {
    this.#cursor.at += 1;
    this.#cursor.take(/[\w.+-]*/y);
    return HOLE;
  }

  #escaped(): string {
    const cursor = this.#cursor;
    const char = cursor.peek(1);
    if (char === "\n") cursor.fail("a line continuation inside a word");
    if (char === "") cursor.fail("a backslash at the end");
    cursor.at += 2;
    return char;
  }

  #singleQuoted(): string {
    const text = this.#cursor.take(/'[^']*'/y);
    return text?.slice(1, -1) ?? this.#cursor.fail("a quote that does not end");
  }

  #doubleQuoted(): string {
    const cursor = this.#cursor;
    cursor.at += 1;
    let value = "";
    while (!cursor.skip('"')) {
      if (cursor.done) cursor.fail("a quote that does not end");
      const plain = cursor.take(/[^"\\$`]+/y);
      if (plain !== undefined) value += plain;
      else if (cursor.skip("\\\n")) continue;
      else if (cursor.peek() === "\\") value += this.#escapedInQuotes();
      else value += this.#expansion(true);
    }
    return value;
  }

  #escapedInQuotes(): string {
    const cursor = this.#cursor;
    const char = cursor.peek(1);
    cursor.at += 1;
    if (!'$`"\\'.includes(char) || char === "") return "\\";
    cursor.at += 1;
    return char;
  }

  #expansion(quoted: boolean): string {
    const cursor = this.#cursor;
    const hole = quoted ? HOLE : HOLE + SPLIT;
    if (cursor.peek() === "`") return this.#backquoted(quoted);
    if (!quoted && cursor.skip("$'")) {
      this.#owner.onlyBash();
      return readAnsiQuotes(cursor);
    }
    if (!quoted && cursor.startsWith('$"')) cursor.fail("a text to be translated");
    if (cursor.startsWith("$[")) cursor.fail("arithmetic");
    if (cursor.startsWith("$((")) {
      return cursor.take(PLAIN_ARITHMETIC) === undefined
        ? cursor.fail("arithmetic over names")
        : HOLE + COUNT;
    }
    if (cursor.skip("$(")) {
      this.#owner.nested(")");
      return hole;
    }
    const start = cursor.at;
    const variable = cursor.take(cursor.startsWith("${") ? PLAIN_PARAMETER : PLAIN_VARIABLE);
    if (variable !== undefined && /^\$\w/.test(variable)) this.#owner.variable(start);
    if (variable !== undefined && COUNTED.test(variable)) return HOLE + COUNT;
    // Nothing at all as long as no command runs in the background.
    if (variable === "$!") return hole + COUNT;
    if (variable !== undefined) return ALL_ARGUMENTS.test(variable) ? HOLE + SPLIT : hole;
    if (cursor.startsWith("${")) cursor.fail("an expansion that may run code");
    cursor.at += 1;
    return "$";
  }

  /** Up to the next backquote; with a backslash in it bash would read the inside a second time. */
  #backquoted(quoted: boolean): string {
    const cursor = this.#cursor;
    const start = cursor.at + 1;
    const end = cursor.text.indexOf("`", start);
    if (end === -1 || end >= cursor.limit) cursor.fail("a backquote that does not end");
    const inside = cursor.text.slice(start, end);
    if (inside.includes("\\") || (quoted && inside.includes('"'))) cursor.fail("quotes inside backquotes");
    cursor.within(start, end, () => this.#owner.nested(undefined));
    cursor.at = end + 1;
    return quoted ? HOLE : HOLE + SPLIT;
  }

  #processSubstitution(): string | undefined {
    const cursor = this.#cursor;
    if (!cursor.skip("<(") && !cursor.skip(">(")) return undefined;
    this.#owner.onlyBash();
    this.#owner.nested(")");
    return HOLE;
  }

  /** `{a,b}` and `{1..3}` become several words; any other brace is itself. */
  #brace(): string {
    const cursor = this.#cursor;
    cursor.at += 1;
    const rest = cursor.text.slice(cursor.at, Math.min(cursor.limit, cursor.at + LONGEST_BRACE));
    // With quotes or expansions in it, where it ends is not worth knowing: it counts as unknown.
    return /^[^\s,'"\\$`]*(,|\.\.|['"\\$`])/.test(rest) || rest.length === LONGEST_BRACE
      ? HOLE + SPREAD
      : "{";
  }
}
