import { TERMINAL_COLUMNS, TERMINAL_LINE_CHARACTERS } from "../limits.ts";

/**
 * The line that a terminal is writing, with its cursor. While nothing is rewritten it is a plain string;
 * then it becomes a list of characters, so that each rewritten character costs the same.
 */
export class TerminalLine {
  #plain = "";
  #cells: string[] | undefined;
  #column = 0;

  /** Writes at the cursor. Returns what has to leave because the line is too long to be held. */
  write(text: string): string {
    if (this.#cells === undefined) this.#plain += text;
    else this.#overwrite(this.#cells, text);
    return this.#length > TERMINAL_LINE_CHARACTERS ? this.take() : "";
  }

  moveTo(column: number): void {
    this.#cells ??= Array.from(this.#plain);
    this.#column = Math.max(0, Math.min(column, Math.max(this.#cells.length, TERMINAL_COLUMNS)));
  }

  moveBy(columns: number): void {
    this.#cells ??= this.#asCells();
    this.moveTo(this.#column + columns);
  }

  eraseToEnd(): void {
    if (this.#cells !== undefined && this.#cells.length > this.#column) this.#cells.length = this.#column;
  }

  erase(): void {
    this.#plain = "";
    this.#cells = undefined;
    this.#column = 0;
  }

  /** The line as it shows now; a new one begins. */
  take(): string {
    const text = this.#cells === undefined ? this.#plain : this.#cells.join("");
    this.erase();
    return text;
  }

  get #length(): number {
    return this.#cells?.length ?? this.#plain.length;
  }

  #asCells(): string[] {
    const cells = Array.from(this.#plain);
    this.#column = cells.length;
    return cells;
  }

  #overwrite(cells: string[], text: string): void {
    while (cells.length < this.#column) cells.push(" ");
    for (const character of text) cells[this.#column++] = character;
  }
}
