import { lineAt } from "./lines.ts";
import { EscapeReader, type TerminalAction } from "./terminal/escapes.ts";
import { TerminalLine } from "./terminal/line.ts";

/** One stream that writes to the terminal. */
export interface TerminalSource {
  /** The text that is final now; the line being written stays until it ends. The bytes may be reused. */
  push(bytes: Uint8Array): string;
  /** The end of the stream: an unfinished character becomes one U+FFFD. */
  end(): string;
}

/**
 * What a terminal would show of some streams (stdout and stderr of one command): colours and control
 * sequences dropped, a line rewritten with CR in its last state, CRLF kept. Work is linear in the bytes;
 * memory is that of one line, and a line over 64 Ki characters leaves in parts that cannot be rewritten.
 */
export class TerminalText {
  readonly #line = new TerminalLine();
  #returned = false;

  /** A stream with its own decoder and its own control sequences; all streams write the same lines. */
  source(): TerminalSource {
    // A BOM is what the program printed.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const reader = new EscapeReader();
    return {
      push: (bytes) => this.#show(reader, decoder.decode(bytes, { stream: true })),
      end: () => this.#show(reader, decoder.decode()),
    };
  }

  /** The line that never ended. */
  flush(): string {
    this.#returned = false;
    return this.#line.take();
  }

  #show(reader: EscapeReader, text: string): string {
    let shown = "";
    reader.read(text, (action) => {
      shown += this.#apply(action);
    });
    return shown;
  }

  #apply(action: TerminalAction): string {
    if (action.kind === "return") {
      this.#returned = true;
      return "";
    }
    if (action.kind === "text") return this.#write(action.text);
    this.#returnNow();
    switch (action.kind) {
      case "eraseToEnd":
        this.#line.eraseToEnd();
        return "";
      case "eraseLine":
        this.#line.erase();
        return "";
      case "column":
        this.#line.moveTo(action.to);
        return "";
      case "back":
        this.#line.moveBy(-1);
        return "";
      case "move":
        this.#line.moveBy(action.by);
        return "";
    }
  }

  #write(text: string): string {
    const feed = text.indexOf("\n");
    if (feed === -1) {
      this.#returnNow();
      return this.#line.write(text);
    }
    // Only the first line of a block continues what is held, and only what follows the last is held.
    const first = lineAt(text, 0);
    const firstEnd = first?.end ?? 0;
    const returned = this.#returned && feed === 0 ? "\r" : "";
    if (firstEnd > 0) this.#returnNow();
    this.#returned = false;
    const shown = this.#line.write(text.slice(0, firstEnd)) + this.#line.take() + returned;
    const last = text.lastIndexOf("\n") + 1;
    return shown + text.slice(firstEnd, last) + this.#line.write(text.slice(last));
  }

  /** A CR takes effect with what follows it: right before LF it belongs to the line end. */
  #returnNow(): void {
    if (this.#returned) this.#line.moveTo(0);
    this.#returned = false;
  }
}
