import type { ToolResult } from "../../../contract/tool.ts";
import { parsePages } from "../../../media/documents/pdf-pages.ts";
import { mediaFault } from "../../../media/errors.ts";
import { PDF_PAGES } from "../../../media/limits.ts";
import { pdfPages } from "../../../media/read-pdf.ts";
import { readFault } from "../errors.ts";
import { showRendered } from "../text/rendered-text.ts";
import { readTexts as texts } from "../texts.ts";
import type { HeldRead } from "../types.ts";

/** The text of pages of a PDF; pictures in it are not shown. @throws Fault for a broken or locked document. */
export async function readPdf(read: HeldRead): Promise<ToolResult> {
  const { input, bytes, signal } = read;
  const asked = input.pages === undefined ? undefined : parsePages(input.pages);
  if (input.pages !== undefined && asked === undefined) throw readFault.pagesUnreadable(input.pages);
  if (asked !== undefined && asked.to - asked.from >= PDF_PAGES) {
    throw readFault.tooManyPages(asked.to - asked.from + 1);
  }
  const answer = await pdfPages(bytes, asked, { signal });
  if (!answer.ok) throw mediaFault(input.path, "PDF document", answer.failure);
  const { pages, total, first, last } = answer.result;
  const text = pages.map((page, index) => texts.pdfPage(first + index, total, page)).join("\n");
  return showRendered(read, text, { kind: "pdf", total_pages: total, first_page: first, last_page: last });
}
