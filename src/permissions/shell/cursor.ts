import { Unreadable } from "./types.ts";

/** A place in a command line, and how far reading may go (the end of a here-document, of backquotes). */
export class Cursor {
  readonly text: string;
  at = 0;
  limit: number;

  constructor(text: string) {
    this.text = text;
    this.limit = text.length;
  }

  get done(): boolean {
    return this.at >= this.limit;
  }

  /** The character at `offset` from here, `""` past the limit. */
  peek(offset = 0): string {
    const index = this.at + offset;
    return index < this.limit ? this.text.charAt(index) : "";
  }

  startsWith(token: string): boolean {
    // Asked at every word for what hardly any starts with: one character settles most.
    if (this.text.charCodeAt(this.at) !== token.charCodeAt(0)) return false;
    return this.text.startsWith(token, this.at) && this.at + token.length <= this.limit;
  }

  /** Matches a sticky expression here, moves behind it, and gives what matched. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined || this.at + found.length > this.limit) return undefined;
    this.at += found.length;
    return found;
  }

  /** Moves behind the characters that `plain` holds a 1 for by their code, and gives them. */
  takeRun(plain: Uint8Array): string {
    const start = this.at;
    while (this.at < this.limit && plain[this.text.charCodeAt(this.at)] === 1) this.at += 1;
    return this.text.slice(start, this.at);
  }

  skip(token: string): boolean {
    if (!this.startsWith(token)) return false;
    this.at += token.length;
    return true;
  }

  /** Spaces and tabs, and a line continuation that stands alone between words. */
  skipBlanks(): void {
    for (;;) {
      const char = this.peek();
      if (char === " " || char === "\t") this.at += 1;
      else if (this.startsWith("\\\n") && this.#afterBlank()) this.at += 2;
      else return;
    }
  }

  /** Reads a stretch of the text with its own limit, and goes on behind it. */
  within(start: number, end: number, read: () => void): void {
    const { limit } = this;
    const resume = this.at;
    this.at = start;
    this.limit = end;
    read();
    this.limit = limit;
    this.at = resume;
  }

  fail(reason: string): never {
    throw new Unreadable(reason);
  }

  #afterBlank(): boolean {
    return this.at === 0 || " \t\n".includes(this.text.charAt(this.at - 1));
  }
}
