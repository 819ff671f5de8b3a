import { MediaFailed } from "../failed.ts";
import { PDF_FIELDS, PDF_PAGES_UNASKED } from "../limits.ts";
import type { MediaTask, PdfPage, PdfText } from "../types.ts";
import type { PageRange } from "./pdf-pages.ts";
import { TextBudget, tooMuchText } from "./text-budget.ts";

type Document = Awaited<ReturnType<typeof import("unpdf")["getDocumentProxy"]>>;
type PdfTask = Extract<MediaTask, { kind: "pdf" }>;
type Page = Awaited<ReturnType<Document["getPage"]>>;

/** The text of pages of a PDF, with what its forms hold; pictures in it are not shown. @throws MediaFailed */
export async function pdfText(task: PdfTask): Promise<PdfText> {
  const document = await openDocument(task);
  const total = document.numPages;
  const range = chosenPages(task.pages, total);
  const pages: PdfPage[] = [];
  const budget = new TextBudget();
  for (let number = range.from; number <= range.to; number++) {
    pages.push(await orBroken(readPage(document, number, budget)));
  }
  const [reason] = pages.map(({ broken }) => broken);
  if (reason !== undefined && pages.every(({ broken }) => broken !== undefined)) {
    throw new MediaFailed({ code: "broken_pdf", reason });
  }
  return { total, first: range.from, last: range.to, pages };
}

async function openDocument({ bytes, library }: PdfTask): Promise<Document> {
  const { definePDFJSModule, getDocumentProxy } = await import("unpdf");
  await definePDFJSModule(() => moduleOf(library));
  try {
    return await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false });
  } catch (error) {
    // The library's own name for "a password is needed"; its class is not exported.
    if ((error as { name?: unknown }).name === "PasswordException")
      throw new MediaFailed({ code: "locked_pdf" });
    throw new MediaFailed({ code: "broken_pdf", reason: reasonOf(error) });
  }
}

/** No module of the program: its bytecode alone would be a sixth of all that turnkit adds to the runtime. */
async function moduleOf(library: Uint8Array): Promise<typeof import("unpdf/pdfjs")> {
  const url = URL.createObjectURL(new Blob([Buffer.from(library)], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @throws MediaFailed when there are too many pages, or not those that were asked for. */
function chosenPages(asked: PageRange | undefined, total: number): PageRange {
  if (asked === undefined) {
    if (total > PDF_PAGES_UNASKED) throw new MediaFailed({ code: "pages_needed", total });
    return { from: 1, to: total };
  }
  if (asked.from > total) throw new MediaFailed({ code: "page_past_end", page: asked.from, total });
  return { from: asked.from, to: Math.min(asked.to, total) };
}

async function readPage(document: Document, number: number, budget: TextBudget): Promise<PdfPage> {
  const page = await document.getPage(number);
  const text = await pageText(page, budget);
  const fields = await formFields(page);
  page.cleanup();
  return { text, fields: fields.slice(0, PDF_FIELDS), moreFields: fields.length > PDF_FIELDS };
}

/** Read as it comes, so that a page of endless text is noticed before it is all in memory. */
async function pageText(page: Page, budget: TextBudget): Promise<string> {
  const parts: string[] = [];
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: { items: readonly object[] } };
    if (done || value === undefined) return parts.join("").trimEnd();
    for (const item of value.items) {
      const text = "str" in item ? `${item.str}${"hasEOL" in item && item.hasEOL === true ? "\n" : ""}` : "";
      if (!budget.holds(text)) throw tooMuchText();
      parts.push(text);
    }
  }
}

/** Names and values of the form fields that hold something. */
async function formFields(page: Page): Promise<{ name: string; value: string }[]> {
  const annotations = (await page.getAnnotations()) as readonly Readonly<Record<string, unknown>>[];
  return annotations.flatMap(({ fieldName, fieldValue }) => {
    const value = Array.isArray(fieldValue) ? fieldValue.join(", ") : String(fieldValue ?? "");
    return typeof fieldName !== "string" || value === "" ? [] : [{ name: fieldName, value }];
  });
}

/** One page that cannot be read does not hide the others. */
async function orBroken(work: Promise<PdfPage>): Promise<PdfPage> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MediaFailed) throw error;
    return { text: "", fields: [], moreFields: false, broken: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return String((error as Error)?.message ?? error);
}
