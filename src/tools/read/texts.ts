import { KIB, READ_GATE_BYTES, TOOL_GATE_LINES } from "../../output/limits.ts";
import type { TextEncoding } from "../files/encoding.ts";

interface Cut {
  readonly from: number;
  readonly to: number;
  /** Lines of the whole file; undefined when it was not counted. */
  readonly total: number | undefined;
  readonly next: number | undefined;
}

interface LongLine {
  readonly line: number;
  readonly total: number | undefined;
  readonly next: number | undefined;
  readonly bytes: number | undefined;
  readonly file: string | undefined;
}

/** Every sentence of the read tool. */
export const readTexts = {
  description: () =>
    [
      "Reads one file. Text comes as numbered lines, `<number>→<text>`; the numbers are not part of the file.",
      `At most ${TOOL_GATE_LINES} lines and ${READ_GATE_BYTES / KIB} KiB are shown at a time. When something was left ` +
        "out, the last line says offset=N: call again with that offset to go on without a gap.",
      "offset and limit choose lines. A folder is listed by glob, not read.",
    ].join("\n"),
  parameters: {
    path: "File to read: relative to the workspace, or absolute.",
    offset: "First line to show, counted from 1. Default: 1.",
    limit: `How many lines to show. Default and most: ${TOOL_GATE_LINES}.`,
    pages: 'Pages of a PDF document: "3", "1-5".',
  },
  empty: (path: string) => `"${path}" is empty.`,
  offsetPastEnd: (path: string, offset: number, lines: number) =>
    `Cannot show line ${offset} of "${path}": it has ${counted(lines, "line")}.`,
  cut: ({ from, to, total, next }: Cut) =>
    `[${from === to ? `Line ${from}` : `Lines ${from}-${to}`} ${ofTotal(total)} shown. ${goOn(next)}]`,
  longLine: ({ line, total, next, bytes, file }: LongLine) =>
    `[Line ${line} ${ofTotal(total)} has ${bytes ?? "very many"} bytes; only its start is shown. ` +
    `${file === undefined ? "It could not be stored whole." : `All of it is in "${file}".`}` +
    `${next === undefined ? "" : ` ${goOn(next)}`}]`,
  goOn: (next: number) => goOn(next),
  invalidBytes: (encoding: TextEncoding) =>
    encoding === "utf-8"
      ? "[Not UTF-8: some bytes have no meaning in UTF-8 (perhaps GBK, Latin-1 or another encoding) and show as U+FFFD.]"
      : "[Some characters are broken and show as U+FFFD.]",
  folder: (path: string, entries: readonly string[], more: boolean) =>
    [
      `Cannot read "${path}": it is a folder${entries.length === 0 ? ", an empty one." : ". It holds:"}`,
      ...entries,
      ...(more ? ["… and more. Use glob to list it."] : []),
    ].join("\n"),
  binary: (path: string, typeName: string) => `Cannot show "${path}": it is binary (${typeName}).`,
  utf16WithoutMark: () => "it looks like UTF-16 text without a byte order mark",
  pagesNotPdf: (path: string) => `"pages" is for PDF documents only, and "${path}" is none.`,
};

function ofTotal(total: number | undefined): string {
  return total === undefined ? "(more follow)" : `of ${total}`;
}

function goOn(next: number | undefined): string {
  return next === undefined ? "" : `Go on with offset=${next}.`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
