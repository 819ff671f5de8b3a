import { TERMINAL_COLUMNS, TERMINAL_LINE_CHARACTERS } from "../limits.ts";

/**
 * The line that a terminal is writing, with its cursor. While nothing is rewritten it is a plain string;
 * then it becomes a list of code points, so that each rewritten character costs the same and is no string.
 */
export class TerminalLine {
  #plain = "";
  #cells: number[] | undefined;
  #column = 0;

  /** Writes at the cursor. Returns what has to leave because the line is too long to be held. */
  write(text: string): string {
    if (this.#cells === undefined) this.#plain += text;
    else this.#overwrite(this.#cells, text);
    return this.#length > TERMINAL_LINE_CHARACTERS ? this.take() : "";
  }

  moveTo(column: number): void {
    this.#cells ??= codePoints(this.#plain);
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
    const text = this.#cells === undefined ? this.#plain : textOf(this.#cells);
    this.erase();
    return text;
  }

  get #length(): number {
    return this.#cells?.length ?? this.#plain.length;
  }

  #asCells(): number[] {
    const cells = codePoints(this.#plain);
    this.#column = cells.length;
    return cells;
  }

  #overwrite(cells: number[], text: string): void {
    while (cells.length < this.#column) cells.push(SPACE);
    this.#column = writePoints(cells, this.#column, text);
  }
}

const SPACE = 0x20;
/** Arguments of one call. */
const POINTS_AT_ONCE = 4096;

function codePoints(text: string): number[] {
  const points: number[] = [];
  writePoints(points, 0, text);
  return points;
}

/** Puts the code points of a text into a list from `at`; returns where they end. */
function writePoints(points: number[], at: number, text: string): number {
  let end = at;
  for (let index = 0; index < text.length; ) {
    const point = text.codePointAt(index) ?? 0;
    points[end++] = point;
    index += point > 0xffff ? 2 : 1;
  }
  return end;
}

function textOf(points: readonly number[]): string {
  let text = "";
  for (let at = 0; at < points.length; at += POINTS_AT_ONCE) {
    text += String.fromCodePoint(...points.slice(at, at + POINTS_AT_ONCE));
  }
  return text;
}
