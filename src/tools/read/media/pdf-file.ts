import type { ToolResult } from "../../../contract/tool.ts";
import { messageOf } from "../../../output/fault.ts";
import { readFault } from "../errors.ts";
import { PDF_PAGES, PDF_PAGES_UNASKED } from "../limits.ts";
import { showRendered } from "../text/rendered-text.ts";
import { readTexts as texts } from "../texts.ts";
import type { HeldRead } from "../types.ts";
import { type PageRange, parsePages } from "./pdf-pages.ts";

/** The text of pages of a PDF; pictures in it are not shown. @throws Fault for a broken or locked document. */
export async function readPdf(read: HeldRead): Promise<ToolResult> {
  const { input, bytes, signal } = read;
  const asked = input.pages === undefined ? undefined : parsePages(input.pages);
  if (input.pages !== undefined && asked === undefined) throw readFault.pagesUnreadable(input.pages);
  const document = await openDocument(input.path, new Uint8Array(bytes));
  try {
    const range = chosenPages(input.path, asked, document.numPages);
    const parts: string[] = [];
    for (let number = range.from; number <= range.to; number++) {
      signal?.throwIfAborted();
      const page = await document.getPage(number);
      parts.push(texts.pdfPage(number, document.numPages, pageText(await page.getTextContent())));
    }
    const pages = {
      kind: "pdf",
      total_pages: document.numPages,
      first_page: range.from,
      last_page: range.to,
    };
    return await showRendered(read, parts.join("\n"), pages);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function openDocument(path: string, data: Uint8Array) {
  const { getDocumentProxy } = await import("unpdf");
  try {
    return await getDocumentProxy(data, { verbosity: 0, useSystemFonts: false });
  } catch (error) {
    throw readFault.brokenPdf(path, messageOf(error));
  }
}

/** @throws Fault when there are too many pages, or not those that were asked for. */
function chosenPages(path: string, asked: PageRange | undefined, total: number): PageRange {
  if (asked === undefined) {
    if (total > PDF_PAGES_UNASKED) throw readFault.pagesNeeded(path, total);
    return { from: 1, to: total };
  }
  if (asked.from > total) throw readFault.pagePastEnd(path, asked.from, total);
  if (asked.to - asked.from >= PDF_PAGES) throw readFault.tooManyPages(asked.to - asked.from + 1);
  return { from: asked.from, to: Math.min(asked.to, total) };
}

interface TextContent {
  readonly items: readonly object[];
}

function pageText({ items }: TextContent): string {
  return items
    .map((item) =>
      "str" in item ? `${item.str}${"hasEOL" in item && item.hasEOL === true ? "\n" : ""}` : "",
    )
    .join("")
    .trimEnd();
}
