import type { DisplayWidth } from "../../output/table.ts";

/** Lines broken at a display width; a grapheme is never split. What is shown is all of it. */
export function wrap(line: string, width: number, measure: DisplayWidth): string[] {
  if (line.length <= width && measure(line) <= width) return [line];
  const rows: string[] = [];
  let row = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(line)) {
    const wide = measure(segment);
    if (used + wide > width && row !== "") {
      rows.push(row);
      row = "";
      used = 0;
    }
    row += segment;
    used += wide;
  }
  rows.push(row);
  return rows;
}

/** A sentence over several rows, broken at spaces where that is possible. */
export function flow(
  sentence: string,
  { width, measure }: { readonly width: number; readonly measure: DisplayWidth },
): string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of sentence.split(" ")) {
    const longer = row === "" ? word : `${row} ${word}`;
    if (measure(longer) <= width) {
      row = longer;
      continue;
    }
    if (row !== "") rows.push(row);
    const pieces = wrap(word, width, measure);
    row = pieces.pop() ?? "";
    rows.push(...pieces);
  }
  return [...rows, row];
}

export interface Folded {
  readonly head: readonly string[];
  /** Rows that are left out between head and tail. */
  readonly hidden: number;
  readonly tail: readonly string[];
}

/** Head and tail of too many rows: what a long command ends with matters as much as how it starts. */
export function fold(rows: readonly string[], most: number): Folded {
  if (rows.length <= most) return { head: rows, hidden: 0, tail: [] };
  const tail = Math.floor((most - 1) / 2);
  const head = most - 1 - tail;
  return {
    head: rows.slice(0, head),
    hidden: rows.length - head - tail,
    tail: rows.slice(rows.length - tail),
  };
}
