import { assetBytes } from "../config/assets.ts";
import type { PageRange } from "./documents/pdf-pages.ts";
import { inThread, type ThreadOptions } from "./in-thread.ts";
import type { MediaAnswer, PdfText } from "./types.ts";

/** The text of a PDF's pages, all of them when none are asked for. @throws the signal's reason. */
export function pdfPages(
  bytes: Uint8Array,
  pages: PageRange | undefined,
  options?: ThreadOptions,
): Promise<MediaAnswer<PdfText>> {
  return inThread({ kind: "pdf", bytes, pages, library: assetBytes("pdfjs.mjs") }, options);
}
