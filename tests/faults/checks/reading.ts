import { expect } from "bun:test";
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import type { Check } from "../subject.ts";

function check(id: string, draft: "first" | "second", what: string, run: Check["run"]): Check {
  return { id, what, draft, run };
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

/** Of two pages, the second one without text. */
const PDF = `%PDF-1.4
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[4 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>
endobj
4 0 obj
<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>/MediaBox[0 0 200 200]>>
endobj
5 0 obj
<</Length 38>>
stream
BT /F1 12 Tf 20 100 Td (some words) Tj ET
endstream
endobj
trailer<</Root 1 0 R>>
%%EOF`;

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  metadata: {},
  cells: [
    { cell_type: "markdown", source: "# Title" },
    {
      cell_type: "code",
      execution_count: 3,
      source: "print(1)",
      outputs: [
        { output_type: "stream", name: "stdout", text: ["printed\n"] },
        { output_type: "error", ename: "E", evalue: "v", traceback: ["\u001b[31mTrace\u001b[0m"] },
        { output_type: "display_data", data: { "image/png": "A".repeat(500_000), "text/plain": "<Figure>" } },
      ],
    },
  ],
});

export const READING: readonly Check[] = [
  check("d1", "second", "a character cut by the sniffed part does not make a file binary", async (make) => {
    for (const shift of [0, 1, 2]) {
      await using at = make({ "f.txt": `${"a".repeat(shift)}${"漢字".repeat(2_000)}\n` });
      const { failed, text } = await at.read({ path: "f.txt" });
      expect(failed).toBe(false);
      expect(text).not.toContain("\ufffd");
    }
  }),
  check("d2", "second", "one stray byte is shown as U+FFFD and said once", async (make) => {
    await using at = make({ "f.md": Buffer.from("# it\u0092s\nok\n", "latin1") });
    const { failed, text } = await at.read({ path: "f.md" });
    expect(failed).toBe(false);
    expect(text).toStartWith("     1→# it\ufffds\n     2→ok\n[Not UTF-8:");
    expect(text.match(/Not UTF-8/g)).toHaveLength(1);
  }),
  check("d3", "second", "a GBK file is said to be no UTF-8, not binary", async (make) => {
    await using at = make({ "f.txt": Buffer.from("c4e3bac30acac0bde70a", "hex") });
    const { failed, text } = await at.read({ path: "f.txt" });
    expect(failed).toBe(false);
    expect(text).toContain("Not UTF-8");
    expect(text).not.toContain("binary");
  }),
  check("d4", "first", "binary content is refused by content, whatever the name", async (make) => {
    await using at = make({ tool: readFileSync("/bin/ls"), "f.txt": Buffer.from("504b03040a00", "hex") });
    const elf = await at.read({ path: "tool" });
    expect(elf.failed).toBe(true);
    expect(elf.text).toContain("ELF executable");
    expect((await at.read({ path: "f.txt" })).text).toContain("Zip archive");
  }),
  {
    id: "d6",
    what: "FIFOs, sockets, devices and links to them are refused at once by read, edit and write",
    draft: "first",
    hangs: true,
    run: async (make) => {
      await using at = make();
      execFileSync("mkfifo", [at.at("fifo")]);
      const server = createServer().listen(at.at("socket"));
      symlinkSync("/dev/zero", at.at("zero"));
      symlinkSync("fifo", at.at("link"));
      try {
        for (const path of ["fifo", "socket", "link", "zero", "/dev/stdin", "/proc/self/environ"]) {
          for (const answer of [
            await at.read({ path }),
            await at.edit({ file_path: path, old_string: "a", new_string: "b" }),
            await at.write({ path, content: "b" }),
          ]) {
            expect(answer.failed).toBe(true);
            expect(answer.text).toContain(path);
          }
        }
      } finally {
        server.close();
      }
    },
  },
  check("d8", "first", "a final newline is no line, and past the last line is an error", async (make) => {
    await using at = make({ "f.txt": `${lines(10).join("\n")}\n` });
    const five = await at.read({ path: "f.txt", limit: 5 });
    expect(five.text).toEndWith("\n[Lines 1-5 of 10 shown. Go on with offset=6.]");
    expect((await at.read({ path: "f.txt", offset: 6, limit: 5 })).text).toEndWith("\n    10→line 10");
    for (const offset of [11, 12]) {
      const past = await at.read({ path: "f.txt", offset });
      expect(past).toMatchObject({
        failed: true,
        text: `Cannot show line ${offset} of "f.txt": it has 10 lines.`,
      });
    }
  }),
  check(
    "d12",
    "first",
    "following each note's offset gives the file, nothing twice and nothing left out",
    async (make) => {
      const wanted = lines(5_000);
      await using at = make({ "f.txt": wanted.join("\n") });
      const seen: string[] = [];
      for (let offset: number | undefined = 1; offset !== undefined; ) {
        const shown = (await at.read({ path: "f.txt", offset })).text.split("\n");
        const note: RegExpExecArray | null = /^\[.*offset=(\d+)\.\]$/.exec(shown.at(-1) ?? "");
        const rows = note === null ? shown : shown.slice(0, -1);
        seen.push(...rows.map((row) => row.slice(row.indexOf("→") + 1)));
        offset = note === null ? undefined : Number(note[1]);
      }
      expect(seen).toEqual(wanted);
    },
  ),
  check("d13", "first", "a text that is named like an image comes as text", async (make) => {
    await using at = make({ "x.png": "<svg></svg>\n", "x.gif": "GIF89a is a format\n" });
    expect(await at.read({ path: "x.png" })).toEqual({ text: "     1→<svg></svg>", failed: false, media: 0 });
    expect((await at.read({ path: "x.gif" })).text).toBe("     1→GIF89a is a format");
  }),
  check("d15", "first", "a PDF comes as the text of its pages, never as an image", async (make) => {
    await using at = make({ "x.pdf": PDF });
    const { text, failed, media } = await at.read({ path: "x.pdf" });
    expect({ failed, media }).toEqual({ failed: false, media: 0 });
    expect(text).toBe("     1→--- page 1 of 1 ---\n     2→some words");
  }),
  check("d16", "first", "no NUL reaches the model, wherever it stands in the file", async (make) => {
    await using at = make({
      "sheet.ods": Buffer.concat([Buffer.from("504b0304140000000800", "hex"), Buffer.alloc(100)]),
      "late.txt": `${"a\n".repeat(3_000)}b\0c\n`,
    });
    const sheet = await at.read({ path: "sheet.ods" });
    expect(sheet.failed).toBe(true);
    expect(sheet.text).not.toContain("\0");
    expect((await at.read({ path: "late.txt", offset: 3_000 })).text).toStartWith(
      "  3000→a\n  3001→b\ufffdc\n[",
    );
  }),
  check("d17", "first", "a BOM is not shown, and the first line matches as it was shown", async (make) => {
    await using at = make({ "f.txt": "\ufeffone\ntwo\n" });
    expect((await at.read({ path: "f.txt" })).text).toBe("     1→one\n     2→two");
    expect((await at.read({ path: "f.txt", offset: 2 })).text).toBe("     2→two");
    await at.edit({ file_path: "f.txt", old_string: "one\ntwo", new_string: "1\ntwo" });
    expect(at.text("f.txt")).toBe("\ufeff1\ntwo\n");
  }),
  check(
    "d18",
    "first",
    "a notebook comes as its cells with text outputs, images as sized stubs",
    async (make) => {
      await using at = make({ "x.ipynb": NOTEBOOK });
      const { text } = await at.read({ path: "x.ipynb" });
      for (const part of ["# Title", "cell 2: code [3]", "print(1)", "→printed\n", "→Trace\n", "<Figure>"]) {
        expect(text).toContain(part);
      }
      expect(text).toContain("[image/png, 500000 characters, not shown]");
      expect(text.length).toBeLessThan(2_000);
    },
  ),
];
