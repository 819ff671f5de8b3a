/** Pages of a document, both counted from 1 and included. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** "3" or "1-5"; undefined for anything else. */
export function parsePages(pages: string): PageRange | undefined {
  const [, first, last] = /^\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6})\s*)?$/.exec(pages) ?? [];
  if (first === undefined) return undefined;
  const range = { from: Number(first), to: Number(last ?? first) };
  return range.from >= 1 && range.to >= range.from ? range : undefined;
}
