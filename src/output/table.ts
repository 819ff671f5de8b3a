import { visible } from "./visible.ts";

export interface TableColumn {
  readonly header: string;
  /** May be cut with `…` where the table is wider than the terminal. */
  readonly shrink?: boolean;
}

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of the terminal; absent, nothing is cut. */
  readonly width?: number | undefined;
}

export type DisplayWidth = (text: string) => number;

const GAP = "  ";
const ELLIPSIS = "…";
const NARROWEST = 8;
const ASCII = /^[\x20-\x7e]*$/;

/** A table as text, every line with its end; cells are data and made visible. Columns align by display width. */
export async function renderTable({ columns, rows, width }: Table): Promise<string> {
  const lines = [columns.map((column) => column.header), ...rows.map((row) => row.map(visible))];
  const measure = lines.every((line) => line.every((cell) => ASCII.test(cell)))
    ? (text: string) => text.length
    : await loadDisplayWidth();
  const natural = columns.map((_, index) => Math.max(...lines.map((line) => measure(line[index] ?? ""))));
  const widths = width === undefined ? natural : fit(natural, columns, width);
  return lines.map((line) => `${renderLine(line, widths, measure)}\n`).join("");
}

/** The library that knows how wide characters are, loaded where something is not ASCII. */
export async function loadDisplayWidth(): Promise<DisplayWidth> {
  const { default: stringWidth } = await import("string-width");
  return stringWidth;
}

/** A text cut to a display width, with `…` where something is missing; graphemes stay whole. */
export function cutToWidth(text: string, width: number, measure: DisplayWidth): string {
  if (measure(text) <= width) return text;
  let cut = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    used += measure(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return width < 1 ? "" : cut + ELLIPSIS;
}

function renderLine(cells: readonly string[], widths: readonly number[], measure: DisplayWidth): string {
  const padded = widths.map((width, index) => {
    const cell = cutToWidth(cells[index] ?? "", width, measure);
    return cell + " ".repeat(Math.max(0, width - measure(cell)));
  });
  return padded.join(GAP).trimEnd();
}

/** Shrinks the widest of the shrinkable columns until the table fits, none below its header or 8 columns. */
function fit(natural: readonly number[], columns: readonly TableColumn[], width: number): number[] {
  const available = width - GAP.length * (columns.length - 1);
  for (let cap = Math.max(...natural); cap >= NARROWEST; cap--) {
    const widths = natural.map((wide, index) => {
      const column = columns[index];
      return column?.shrink === true ? Math.min(wide, Math.max(cap, column.header.length)) : wide;
    });
    if (cap === NARROWEST || widths.reduce((sum, wide) => sum + wide, 0) <= available) return widths;
  }
  return [...natural];
}
