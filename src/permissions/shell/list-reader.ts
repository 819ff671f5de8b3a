import type { Cursor } from "./cursor.ts";
import { type Heredoc, readDelimiter, readHeredocs } from "./heredocs.ts";
import { readTest } from "./test-reader.ts";
import type { Assignment, Redirect, ShellScript, ShellWord, SimpleCommand } from "./types.ts";
import { WordReader } from "./word-reader.ts";

const NAME = /^[A-Za-z_]\w*$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/;
const ELEMENT = /^[A-Za-z_]\w*\[.*\]\+?=/s;
/** After these a new command starts. */
const OPENERS = new Set(["if", "then", "elif", "else", "while", "until", "do", "{", "!"]);
const CLOSERS = new Set(["fi", "done", "}"]);
/** Compound commands that are not read: their own syntax hides too much. */
const UNREAD = new Set(["case", "esac", "select", "coproc", "function", "in", "]]"]);
const COMMENT = /#[^\n]*/y;
/** What separators and redirections start with: asking for one character spares most of the searches. */
const SEPARATING = new Set([";", "&", "|"]);
const REDIRECTING = new Set(["<", ">", "&", ..."0123456789"]);
const SEPARATOR = /&&|\|\||\|&|[;&|]/y;
const REDIRECT = /&>>|&>|<<<|<<-|<<|<>|<&|>&|>>|>\||<|>/y;
/** A longer number is a word to bash. */
const DESCRIPTOR = /[0-9]{1,9}(?=[<>])/y;
const MAX_DEPTH = 100;

/** Where a list stands: before a command, or behind a compound one that may only be closed or joined. */
type Position = "start" | "after";

/**
 * Reads a command line the way bash does, for the part of its grammar that has one meaning in every shell;
 * anything else is `Unreadable`. Independent of tree-sitter: both must find the same commands.
 */
export class ListReader {
  readonly script: { [K in keyof ShellScript]: ShellScript[K][number][] } = {
    commands: [],
    redirects: [],
    assignments: [],
    functions: [],
  };
  /** Places of the operators `|` and `|&`, wherever they are nested. */
  readonly pipes: number[] = [];
  /** Places of every `$NAME`, wherever it is nested. */
  readonly variables: number[] = [];
  /** Places of every word `-` behind a command. */
  readonly dashes: number[] = [];
  /** Whether there is a here-document anywhere. */
  hasHeredoc = false;
  /** Something that other shells read as something else, or as two commands. */
  onlyBash = false;
  readonly #cursor: Cursor;
  readonly #words: WordReader;
  #pending: Heredoc[] = [];
  #depth = 0;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
    this.#words = new WordReader(cursor, {
      nested: (closer) => this.#nested(closer),
      onlyBash: () => this.#markBash(),
      variable: (at) => this.variables.push(at),
    });
  }

  #markBash(): void {
    this.onlyBash = true;
  }

  read(): ShellScript {
    this.#list(undefined);
    return this.script;
  }

  #nested(closer: ")" | undefined): void {
    const outer = this.#pending;
    this.#pending = [];
    this.#list(closer, outer.length > 0);
    if (this.#pending.length > 0) this.#cursor.fail("a here-document that does not end");
    this.#pending = outer;
  }

  #list(closer: ")" | undefined, waiting = false): void {
    const cursor = this.#cursor;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) cursor.fail("nesting that is too deep");
    let position: Position = "start";
    for (;;) {
      cursor.skipBlanks();
      if (cursor.peek() === "#") cursor.take(COMMENT);
      if (cursor.done) {
        if (closer !== undefined) cursor.fail("a parenthesis that does not close");
        break;
      }
      if (cursor.skip("\n")) {
        if (waiting) cursor.fail("a here-document that waits for another list");
        this.#heredocs();
        position = "start";
      } else if (closer !== undefined && cursor.skip(closer)) {
        break;
      } else {
        position = this.#item(position);
      }
    }
    if (closer === undefined) this.#unfinished();
    this.#depth -= 1;
  }

  #unfinished(): void {
    if (this.#pending.length > 0) this.#cursor.fail("a here-document that does not end");
  }

  #item(position: Position): Position {
    const cursor = this.#cursor;
    if (cursor.startsWith(";;") || cursor.startsWith(";&")) cursor.fail("a part of case");
    const start = cursor.at;
    const separates = SEPARATING.has(cursor.peek()) && !cursor.startsWith("&>");
    const separator = separates ? cursor.take(SEPARATOR) : undefined;
    if (separator === "|" || separator === "|&") this.pipes.push(start);
    if (separator === "|&") this.#markBash();
    if (separator !== undefined) return "start";
    if (position === "after") return this.#afterCompound();
    if (cursor.startsWith("((")) cursor.fail("arithmetic");
    if (cursor.skip("(")) {
      this.#list(")", this.#pending.length > 0);
      return "after";
    }
    return this.#command();
  }

  #afterCompound(): Position {
    if (this.#redirect()) return "after";
    const word = this.#words.read();
    if (word === undefined) return this.#cursor.fail("an unexpected parenthesis");
    if (CLOSERS.has(word.typed)) return "after";
    if (OPENERS.has(word.typed) && word.typed !== "{" && word.typed !== "!") return "start";
    return this.#cursor.fail("a word behind a closed command");
  }

  #command(): Position {
    const words: ShellWord[] = [];
    let detached = false;
    for (;;) {
      this.#cursor.skipBlanks();
      detached ||= this.#cursor.startsWith("&>");
      if (this.#redirect()) continue;
      if (this.#cursor.peek() === "#") break;
      const word = this.#words.read();
      if (word === undefined) break;
      // An older bash and other shells end the command at the `&` of `&>>` and `&>`, and start one with this word.
      if (detached) this.#cursor.fail("a word behind a redirection of both outputs");
      const reserved = words.length === 0 ? this.#reserved(word) : undefined;
      if (reserved !== undefined) return reserved;
      if (words.length > 0 && word.typed === "-") this.dashes.push(word.start);
      if (words.length > 0 || !this.#assignment(word)) words.push(word);
      if (this.#cursor.peek() === "(") return this.#functionOf(words);
    }
    if (this.#cursor.peek() === "(") return this.#functionOf(words);
    return this.#finish(words);
  }

  #finish(words: readonly ShellWord[]): Position {
    const first = words[0];
    if (first !== undefined) {
      this.#timed(words);
      this.script.commands.push({ words } satisfies SimpleCommand);
    }
    // A closing parenthesis belongs to the list around; everything else that stops a word separates.
    return "after";
  }

  #reserved(word: ShellWord): Position | undefined {
    const name = word.typed;
    if (OPENERS.has(name)) return "start";
    if (CLOSERS.has(name)) return "after";
    if (UNREAD.has(name)) this.#cursor.fail(`the compound command "${name}"`);
    if (name === "for") return this.#loop();
    if (name !== "[[") return undefined;
    this.#markBash();
    readTest(this.#cursor, this.#words);
    return "after";
  }

  /** `for NAME in WORDS`, up to `do`: the words run nothing, what is nested in them is judged. */
  #loop(): Position {
    const cursor = this.#cursor;
    cursor.skipBlanks();
    const name = this.#words.read();
    if (name === undefined || !NAME.test(name.typed)) return cursor.fail("the head of a loop");
    this.script.assignments.push({ name: name.typed, loop: true, digits: false });
    cursor.skipBlanks();
    if (cursor.take(/in(?=[ \t\n;])/y) === undefined) return "after";
    for (;;) {
      cursor.skipBlanks();
      if (this.#words.read() === undefined) break;
    }
    return ";\n".includes(cursor.peek()) && !cursor.done ? "after" : cursor.fail("the head of a loop");
  }

  #assignment(word: ShellWord): boolean {
    if (!word.typed.includes("=")) return false;
    const name = ASSIGNMENT.exec(word.typed)?.[1];
    if (name === undefined && ELEMENT.test(word.typed)) this.#cursor.fail("an assignment to an element");
    if (name === undefined) return false;
    const digits = /=[0-9]+$/.test(word.value);
    this.script.assignments.push({ name, loop: false, digits } satisfies Assignment);
    return true;
  }

  #functionOf(words: readonly ShellWord[]): Position {
    const [name] = words;
    const cursor = this.#cursor;
    if (words.length !== 1 || name === undefined || !/^[\w.:-]+$/.test(name.typed)) {
      return cursor.fail("an unexpected parenthesis");
    }
    if (cursor.take(/\([ \t]*\)/y) === undefined) cursor.fail("an unexpected parenthesis");
    this.script.functions.push(name.typed);
    cursor.take(/[ \t\n]*/y);
    if (cursor.peek() !== "{" && cursor.peek() !== "(") cursor.fail("a function without braces");
    return "start";
  }

  /** `time` is a word of the grammar: what follows it must be a plain command. */
  #timed(words: readonly ShellWord[]): void {
    if (words[0]?.value !== "time") return;
    const timed = words.slice(1).find(({ typed }) => !["time", "-p", "--"].includes(typed))?.typed;
    if (timed === undefined) return;
    const reserved = [OPENERS, CLOSERS, UNREAD].some((words) => words.has(timed));
    if (reserved || timed === "for" || timed === "[[" || ASSIGNMENT.test(timed) || ELEMENT.test(timed)) {
      this.#cursor.fail("a compound command behind time");
    }
  }

  #redirect(): boolean {
    const cursor = this.#cursor;
    const start = cursor.at;
    if (!REDIRECTING.has(cursor.peek())) return false;
    const descriptor = cursor.take(DESCRIPTOR);
    const substitution = cursor.startsWith("<(") || cursor.startsWith(">(");
    const operator = substitution ? undefined : cursor.take(REDIRECT);
    if (operator === undefined) {
      cursor.at = start;
      return false;
    }
    if (descriptor === undefined) this.#refuseNamedDescriptor(start);
    if (operator === "<<" || operator === "<<-") {
      cursor.skipBlanks();
      this.hasHeredoc = true;
      this.#pending.push(readDelimiter(cursor, operator === "<<-"));
      return true;
    }
    this.script.redirects.push(this.#target(operator));
    return true;
  }

  /** `{name}>file` would set a variable. */
  #refuseNamedDescriptor(start: number): void {
    if (this.#cursor.text.charAt(start - 1) === "}") this.#cursor.fail("a named file descriptor");
  }

  #target(operator: string): Redirect {
    const cursor = this.#cursor;
    if (
      (operator === "<&" || operator === ">&") &&
      cursor.take(/([0-9]+-?|-)(?=[\s;&|()<>]|$)/y) !== undefined
    ) {
      return { target: undefined, kind: "duplicate" };
    }
    cursor.skipBlanks();
    const target = this.#words.read();
    if (target === undefined) cursor.fail("a redirection without a target");
    if (operator === "<<<") this.#markBash();
    if (operator === "<<<") return { target, kind: "text" };
    if (operator === "<&") cursor.fail("a descriptor that only running tells");
    return { target, kind: operator === "<" ? "read" : "write" };
  }

  #heredocs(): void {
    const pending = this.#pending;
    this.#pending = [];
    readHeredocs(this.#cursor, pending, () => this.#words.readBody());
  }
}
