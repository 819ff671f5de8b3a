import type { ImageFacts } from "../../media/images/image-facts.ts";
import { PDF_PAGES, PDF_PAGES_UNASKED } from "../../media/limits.ts";
import type { FittedImage, PdfPage } from "../../media/types.ts";
import { KIB, READ_GATE_BYTES, TOOL_GATE_LINES } from "../../output/limits.ts";
import { visible } from "../../output/visible.ts";
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
  unseenImage: (path: string, facts: ImageFacts) =>
    `"${visible(path)}" is ${facts.animated ? "an animation" : "an image"} (${kindAndSize(facts)}). The model of this turn cannot see images.`,
  image: (path: string, facts: ImageFacts, shown: FittedImage) =>
    [
      `Image "${visible(path)}": ${kindAndSize(facts)}`,
      ...(shown.width === facts.width && shown.height === facts.height
        ? []
        : [`, shown at ${shown.width}×${shown.height}`]),
      ".",
      ...(facts.animated ? [" It is an animation; its first picture is shown."] : []),
      ...(shown.damaged ? [" It is damaged; what could be decoded is shown."] : []),
    ].join(""),
  mediaTooLarge: (path: string, bytes: number, most: number) =>
    `Cannot show "${path}": it has ${bytes} bytes, at most ${most} can be shown.`,
  unseenVideo: (path: string, typeName: string) =>
    `Cannot show "${path}": it is a video (${typeName}), and the model of this turn cannot see videos.`,
  video: (path: string, typeName: string, bytes: number) => `Video "${path}": ${typeName}, ${bytes} bytes.`,
  pagesUnreadable: (pages: string) =>
    `Cannot read pages "${pages}": give one page, "3", or a range, "1-5", counted from 1.`,
  tooManyPages: (count: number) => `Cannot read ${count} pages in one call: at most ${PDF_PAGES}.`,
  pdfPage: (number: number, total: number, { text, fields, moreFields, broken }: PdfPage) =>
    [
      `--- page ${number} of ${total} ---`,
      broken !== undefined
        ? `(this page is broken: ${broken})`
        : text === "" && fields.length === 0
          ? "(no text on this page; if it is a scan, it has to be recognised first)"
          : text,
      ...(fields.length === 0 ? [] : ["--- form fields ---"]),
      ...fields.map(({ name, value }) => `${name}: ${value}`),
      ...(moreFields ? ["… and more fields"] : []),
    ].join("\n"),
  pagesNotPdf: (path: string) => `"pages" is for PDF documents only, and "${path}" is none.`,
};

function kindAndSize({ format, width, height }: ImageFacts): string {
  return `${format.toUpperCase()}, ${width}×${height} pixels`;
}

function ofTotal(total: number | undefined): string {
  return total === undefined ? "(more follow)" : `of ${total}`;
}

function goOn(next: number | undefined): string {
  return next === undefined ? "" : `Go on with offset=${next}.`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
