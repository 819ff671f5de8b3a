import { relativePath } from "../ripgrep/printed-paths.ts";

/** Reads what `rg --null --count` prints while it runs: `path NUL count` and a line end, CRLF with `--crlf`. */
export class FoundCounts {
  readonly #wanted: (path: string) => boolean;
  readonly #counts = new Map<string, string>();
  readonly #decoder = new TextDecoder();
  #rest = "";

  constructor(wanted: (path: string) => boolean) {
    this.#wanted = wanted;
  }

  read(chunk: Uint8Array): true {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    let start = 0;
    for (;;) {
      const separator = text.indexOf("\0", start);
      const end = separator === -1 ? -1 : text.indexOf("\n", separator);
      if (end === -1) break;
      const path = relativePath(text.slice(start, separator));
      if (this.#wanted(path)) this.#counts.set(path, text.slice(separator + 1, end).trimEnd());
      start = end + 1;
    }
    this.#rest = text.slice(start);
    return true;
  }

  /** In order. */
  paths(): string[] {
    return [...this.#counts.keys()].sort();
  }

  /** How many lines match in one of the files. */
  of(path: string): string {
    return this.#counts.get(path) ?? "0";
  }
}
