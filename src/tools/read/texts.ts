import { KIB, READ_GATE_BYTES, TOOL_GATE_LINES } from "../../output/limits.ts";
import { visible } from "../../output/visible.ts";
import type { TextEncoding } from "../files/encoding.ts";
import { PDF_PAGES, PDF_PAGES_UNASKED } from "./limits.ts";
import type { ImageFacts } from "./media/image-facts.ts";

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
      "offset and limit choose lines. Images and videos are shown where the model can see them; PDF documents (text of " +
        `at most ${PDF_PAGES} pages a call, chosen by pages) and notebooks come as text. A folder is listed by glob, not read.`,
    ].join("\n"),
  parameters: {
    path: "File to read: relative to the workspace, or absolute.",
    offset: "First line to show, counted from 1. Default: 1.",
    limit: `How many lines to show. Default and most: ${TOOL_GATE_LINES}.`,
    pages: `Pages of a PDF document: "3" or "1-5", at most ${PDF_PAGES}; needed when it has more than ${PDF_PAGES_UNASKED}.`,
  },
  empty: (path: string) => `"${visible(path)}" is empty.`,
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
  unseenImage: (path: string, { format, width, height }: ImageFacts) =>
    `"${path}" is an image (${format.toUpperCase()}, ${width}×${height} pixels). The model of this turn cannot see images.`,
  image: (path: string, { format, width, height }: ImageFacts, shown: { width: number; height: number }) =>
    `Image "${path}": ${format.toUpperCase()}, ${width}×${height} pixels` +
    `${shown.width === width && shown.height === height ? "" : `, shown at ${shown.width}×${shown.height}`}.`,
  brokenImage: (path: string, typeName: string) =>
    `Cannot show "${path}": it begins as a ${typeName}, but it is broken or cut off.`,
  imageTooLarge: (path: string, width: number, height: number) =>
    `Cannot show "${path}": ${width}×${height} pixels are too many. Make a smaller copy of it first.`,
  mediaTooLarge: (path: string, bytes: number, most: number) =>
    `Cannot show "${path}": it has ${bytes} bytes, at most ${most} can be shown.`,
  unseenVideo: (path: string, typeName: string) =>
    `Cannot show "${path}": it is a video (${typeName}), and the model of this turn cannot see videos.`,
  video: (path: string, typeName: string, bytes: number) => `Video "${path}": ${typeName}, ${bytes} bytes.`,
  pagesUnreadable: (pages: string) => `Cannot read pages "${pages}": give one page, "3", or a range, "1-5".`,
  pagesNeeded: (path: string, total: number) =>
    `"${path}" has ${total} pages: say which with pages, for instance "1-${PDF_PAGES_UNASKED}" (at most ${PDF_PAGES} a call).`,
  tooManyPages: (count: number) => `Cannot read ${count} pages in one call: at most ${PDF_PAGES}.`,
  pagePastEnd: (path: string, page: number, total: number) =>
    `Cannot show page ${page} of "${path}": it has ${counted(total, "page")}.`,
  brokenPdf: (path: string, reason: string) =>
    `Cannot show "${path}": the PDF document cannot be opened (${reason}).`,
  pdfPage: (page: number, total: number, text: string) =>
    `--- page ${page} of ${total} ---\n${text === "" ? "(no text on this page)" : text}`,
  notebook: (cells: number) =>
    `[Notebook of ${counted(cells, "cell")}, shown as text. The file itself is JSON: edit it with the shell, not by this text.]`,
  cell: (number: number, kind: string, count: unknown) =>
    `--- cell ${number}: ${kind}${typeof count === "number" ? ` [${count}]` : ""} ---`,
  cellOutput: (name: string, text: string) => `--- ${name} ---\n${text.replace(/\n$/, "")}`,
  stub: (type: string, characters: number) => `[${type}, ${characters} characters, not shown]`,
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
