import { expect, setDefaultTimeout, test } from "bun:test";
import { lockedPdf, pdf, video } from "../support/media.ts";
import { readFile } from "../support/read.ts";

setDefaultTimeout(60_000);

const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => [`first ${index + 1}`, "second"]);

const code = async (file: Uint8Array | string, asked?: unknown) =>
  (await readFile("x", file, asked === undefined ? {} : { pages: asked })).details?.error;

test("d15: a PDF comes as the text of its pages, never as an image", async () => {
  const result = await readFile("x.pdf", pdf(pages(2)));
  expect(result.text).toBe(
    [
      "     1→--- page 1 of 2 ---",
      "     2→first 1",
      "     3→second",
      "     4→--- page 2 of 2 ---",
      "     5→first 2",
      "     6→second",
    ].join("\n"),
  );
  expect(result.content).toHaveLength(1);
});

test("pages chooses one page or a range, cut at the last page", async () => {
  const file = pdf(pages(25));
  for (const [asked, first, last] of [
    ["3", 3, 3],
    ["1-5", 1, 5],
    ["24-30", 24, 25],
    [7, 7, 7],
  ] as const) {
    const result = await readFile("x", file, { pages: asked });
    expect(result.details).toMatchObject({ first_page: first, last_page: last, total_pages: 25 });
  }
});

test("pages is needed for more than 10 pages, and takes at most 20 that exist", async () => {
  expect(await code(pdf(pages(10)))).toBeUndefined();
  expect(await code(pdf(pages(11)))).toBe("pages_needed");
  expect(await code(pdf(pages(25)), "1-20")).toBeUndefined();
  expect(await code(pdf(pages(25)), "1-21")).toBe("too_many_pages");
  expect(await code(pdf(pages(25)), "26")).toBe("page_past_end");
  expect(await code(pdf(pages(25)), "9999")).toBe("page_past_end");
  for (const odd of ["0", "5-3", "a", "1,2", "-1", "99999999"])
    expect(await code(pdf(pages(2)), odd)).toBe("pages_unreadable");
});

test("a page without text says so, and that it may be a scan", async () => {
  const drawn = pdf([[]], "newpath 100 100 moveto 300 300 lineto stroke");
  expect((await readFile("x.pdf", drawn)).text).toContain("(no text on this page");
});

test("a PDF that a password locks is told from a broken one", async () => {
  expect(await code(lockedPdf(pdf([["secret"]])))).toBe("locked_pdf");
  expect(await code("%PDF-1.4\nnothing here")).toBe("broken_pdf");
  const whole = pdf(pages(3));
  expect(await code(whole.subarray(0, 300))).toBe("broken_pdf");
});

test("of a PDF with one broken page the others are shown", async () => {
  const whole = pdf(pages(2)).toString("latin1");
  const [, contents] = [...whole.matchAll(/\/Contents (\d+) 0 R/g)].at(-1) ?? [];
  const spoilt = Buffer.from(whole.replace(`\n${contents} 0 obj`, `\n${contents} 0 xxx`), "latin1");
  const { text, isError } = await readFile("x.pdf", spoilt);
  expect(isError).toBeUndefined();
  expect(text).toContain("→first 1\n");
  expect(text).toContain("--- page 2 of 2 ---\n     5→(this page is broken: ");
  expect(await code(spoilt, "2")).toBe("broken_pdf");
});

test("a PDF that only its changing is protected from is read", async () => {
  const result = await readFile("x.pdf", lockedPdf(pdf([["open to all"]]), ""));
  expect(result.text).toContain("open to all");
});

test("what is written into a form comes after the text of its page", async () => {
  const field = (name: string, value: string) =>
    `[ /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /Rect [10 10 200 30] /ANN pdfmark`;
  const file = pdf([["Form"]], [field("Full name", "Ada Lovelace"), field("Empty", "")].join("\n"));
  const { text } = await readFile("x.pdf", file);
  expect(text).toContain("--- form fields ---\n     4→Full name: Ada Lovelace");
  expect(text).not.toContain("Empty");
});

test("a long PDF text is paged by offset like any text", async () => {
  const file = pdf(
    Array.from({ length: 9 }, () => Array.from({ length: 400 }, (_, i) => `some text of line ${i}`)),
  );
  const first = await readFile("x.pdf", file);
  const [, next] = /Go on with offset=(\d+)\.\]$/.exec(first.text) ?? [];
  const second = await readFile("x.pdf", file, { offset: Number(next) });
  expect(second.text).toStartWith(`${String(next).padStart(6)}→`);
});

test("pages on something that is no PDF is an error", async () => {
  expect((await readFile("x.txt", "a\n", { pages: "1" })).details?.error).toBe("pages_not_pdf");
});

for (const [kind, mimeType] of [
  ["mp4", "video/mp4"],
  ["mov", "video/quicktime"],
  ["avi", "video/x-msvideo"],
  ["mkv", "video/x-matroska"],
] as const) {
  test(`a ${kind} video reaches only a model that sees videos`, async () => {
    const file = video(kind);
    const seen = await readFile("x", file);
    expect(seen.content[1]).toEqual({ type: "video", mimeType, data: file.toString("base64") });
    const unseen = await readFile("x", file, {}, { video: false });
    expect(unseen).toMatchObject({ isError: true, details: { error: "unseen_video" } });
  });
}
