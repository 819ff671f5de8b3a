import { Fault } from "../../output/fault.ts";
import { readTexts as texts } from "./texts.ts";

export const READ_CODES = [
  "offset_past_end",
  "is_folder",
  "binary",
  "media_too_large",
  "unseen_video",
  "pages_not_pdf",
  "pages_unreadable",
  "too_many_pages",
] as const;
export type ReadCode = (typeof READ_CODES)[number];

/** The faults of read alone, one maker per code. */
export const readFault = {
  offsetPastEnd: (path: string, offset: number, lines: number) =>
    new Fault<ReadCode>("offset_past_end", {
      what: texts.offsetPastEnd(path, offset, lines),
      data: { total_lines: lines },
    }),
  isFolder: (path: string, entries: readonly string[], more: boolean) =>
    new Fault<ReadCode>("is_folder", { what: texts.folder(path, entries, more), data: { entries, more } }),
  binary: (path: string, typeName: string) =>
    new Fault<ReadCode>("binary", { what: texts.binary(path, typeName), data: { type: typeName } }),
  pagesNotPdf: (path: string) => new Fault<ReadCode>("pages_not_pdf", { what: texts.pagesNotPdf(path) }),
  mediaTooLarge: (path: string, bytes: number, most: number) =>
    new Fault<ReadCode>("media_too_large", { what: texts.mediaTooLarge(path, bytes, most), data: { bytes } }),
  unseenVideo: (path: string, typeName: string) =>
    new Fault<ReadCode>("unseen_video", { what: texts.unseenVideo(path, typeName) }),
  pagesUnreadable: (pages: string) =>
    new Fault<ReadCode>("pages_unreadable", { what: texts.pagesUnreadable(pages) }),
  tooManyPages: (count: number) =>
    new Fault<ReadCode>("too_many_pages", { what: texts.tooManyPages(count), data: { count } }),
};
