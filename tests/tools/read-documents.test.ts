import { expect, test } from "bun:test";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { pdf } from "../support/media.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

const SEES = { provider: "test", id: "sees", contextWindow: 100_000, supports: { image: true, video: true } };

async function read(name: string, file: string | Uint8Array, input: object = {}, model = SEES) {
  using ws = workspace({ [name]: file });
  const services = testServices(ws.path, { model });
  return await callTool(ws.path, createReadTool(services), { path: name, ...input });
}

const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => [`first ${index + 1}`, "second"]);

test("d15: a PDF comes as the text of its pages, never as an image", async () => {
  const result = await read("x.pdf", pdf(pages(2)));
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
    const result = await read("x", file, { pages: asked });
    expect(result.details).toMatchObject({ first_page: first, last_page: last, total_pages: 25 });
  }
});

test("pages is needed for more than 10 pages, and takes at most 20 that exist", async () => {
  expect((await read("x", pdf(pages(10)))).isError).toBeUndefined();
  const code = async (file: Buffer, asked?: string) =>
    (await read("x", file, asked === undefined ? {} : { pages: asked })).details?.error;
  expect(await code(pdf(pages(11)))).toBe("pages_needed");
  expect(await code(pdf(pages(25)), "1-20")).toBeUndefined();
  expect(await code(pdf(pages(25)), "1-21")).toBe("too_many_pages");
  expect(await code(pdf(pages(25)), "26")).toBe("page_past_end");
  for (const odd of ["0", "5-3", "a", "1,2", "-1"])
    expect(await code(pdf(pages(2)), odd)).toBe("pages_unreadable");
});

test("a page without text says so", async () => {
  expect((await read("x.pdf", pdf([[]]))).text).toContain("(no text on this page)");
});

test("a long PDF text is paged by offset like any text", async () => {
  const file = pdf(
    Array.from({ length: 9 }, () => Array.from({ length: 400 }, (_, i) => `some text of line ${i}`)),
  );
  const first = await read("x.pdf", file);
  const [, next] = /Go on with offset=(\d+)\.\]$/.exec(first.text) ?? [];
  const second = await read("x.pdf", file, { offset: Number(next) });
  expect(second.text).toStartWith(`${String(next).padStart(6)}→`);
});

test("a broken PDF is an error", async () => {
  expect((await read("x.pdf", "%PDF-1.4\nnothing here")).details?.error).toBe("broken_pdf");
});

test("pages on something that is no PDF is an error", async () => {
  expect((await read("x.txt", "a\n", { pages: "1" })).details?.error).toBe("pages_not_pdf");
});

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  metadata: {},
  cells: [
    { cell_type: "markdown", source: ["# Title\n", "text"] },
    {
      cell_type: "code",
      execution_count: 3,
      source: "print(1)\n1/0",
      outputs: [
        { output_type: "stream", name: "stdout", text: ["1\n"] },
        {
          output_type: "error",
          ename: "ZeroDivisionError",
          evalue: "division",
          traceback: ["\u001b[31mTrace\u001b[0m"],
        },
        { output_type: "display_data", data: { "image/png": "A".repeat(500_000), "text/plain": "<Figure>" } },
      ],
    },
  ],
});

test("d18: a notebook comes as its cells with text outputs, images as sized stubs", async () => {
  const result = await read("x.ipynb", NOTEBOOK);
  for (const part of ["cell 1: markdown", "# Title", "cell 2: code [3]", "print(1)", "--- stdout ---"]) {
    expect(result.text).toContain(part);
  }
  expect(result.text).toContain("→Trace\n");
  expect(result.text).toContain("<Figure>");
  expect(result.text).toContain("[image/png, 500000 characters, not shown]");
  expect(result.text.length).toBeLessThan(2_000);
});

test("a file that is only named like a notebook comes as text", async () => {
  expect((await read("x.ipynb", '{"a": 1}\n')).text).toBe('     1→{"a": 1}');
  expect((await read("x.ipynb", "no JSON\n")).text).toBe("     1→no JSON");
});

const MP4 = Buffer.concat([Buffer.from("0000001866747970", "hex"), Buffer.from("isom\0\0\u0002\0isomiso2")]);

test("a video reaches only a model that sees videos", async () => {
  const seen = await read("x.mp4", MP4);
  expect(seen.content[1]).toEqual({ type: "video", mimeType: "video/mp4", data: MP4.toString("base64") });
  const blind = { ...SEES, supports: { image: true, video: false } };
  const unseen = await read("x.mp4", MP4, {}, blind);
  expect(unseen).toMatchObject({ isError: true, details: { error: "unseen_video" } });
});
