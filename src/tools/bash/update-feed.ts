import type { ToolUpdate } from "../../contract/tool.ts";
import { UPDATE_CHARACTERS, UPDATE_INTERVAL_MS } from "./limits.ts";

/** Tells what a command prints while it runs, in few and small pieces: a flood is not passed on. */
export class UpdateFeed {
  readonly #tell: ToolUpdate;
  #waiting = "";
  #left = UPDATE_CHARACTERS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: ToolUpdate) {
    this.#tell = tell;
  }

  push(text: string): void {
    if (this.#left <= 0) return;
    const taken = text.slice(0, this.#left);
    this.#left -= taken.length;
    this.#waiting += taken;
    this.#timer ??= setTimeout(() => this.#flush(), UPDATE_INTERVAL_MS);
  }

  close(): void {
    this.#flush();
    this.#left = 0;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === "") return;
    const text = this.#waiting;
    this.#waiting = "";
    this.#tell({ text });
  }
}
