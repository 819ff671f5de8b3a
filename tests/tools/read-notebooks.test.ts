import { expect, setDefaultTimeout, test } from "bun:test";
import { notebook } from "../support/media.ts";
import { readFile } from "../support/read.ts";

setDefaultTimeout(60_000);

/** Written by Jupyter's library: a heading, and a cell with a stream, a picture and an error. */
const PROGRAM = `
out = v4.new_output
nb.cells = [
  v4.new_markdown_cell("# Title\\ntext", attachments={"a b.png": {"image/png": "A" * 700}}),
  v4.new_code_cell("print(1)\\n1/0", execution_count=3, outputs=[
    out("stream", name="stdout", text="1\\n"),
    out("display_data", data={"image/png": "A" * 500000, "text/plain": "<Figure>"}),
    out("execute_result", data={"text/html": "<b>x</b>", "text/plain": "'x'"}, execution_count=3),
    out("error", ename="ZeroDivisionError", evalue="division", traceback=["\\x1b[31mTrace\\x1b[0m"]),
  ]),
]
`;

for (const version of [4, 3] as const) {
  test(`d18: a notebook of version ${version} comes as its cells with text outputs, images as sized stubs`, async () => {
    const { text, details } = await readFile("x.ipynb", notebook(PROGRAM, version));
    for (const part of ["# Title", "code [3] ---", "→print(1)\n", "--- stdout ---", "→'x'\n", "→Trace"]) {
      expect(text).toContain(part);
    }
    expect(text).toContain("<Figure>");
    expect(text).toContain("[image/png, 500000 characters, not shown]");
    expect(text.length).toBeLessThan(2_000);
    expect(details).toMatchObject({ kind: "notebook" });
  });
}

test("pictures attached to a text cell are named with their size", async () => {
  const { text } = await readFile("x.ipynb", notebook(PROGRAM));
  expect(text).toContain('[attachment "a b.png": image/png, 700 characters, not shown]');
});

test("a file that is only named like a notebook comes as text", async () => {
  for (const content of ['{"a": 1}', "no JSON", '{"nbformat": 4, "cells": 5}', "[".repeat(100_000)]) {
    const result = await readFile("x.ipynb", `${content}\n`);
    expect(result.isError).toBeUndefined();
    expect(result.text).toStartWith(`     1→${content.slice(0, 20)}`);
  }
});

test("a notebook with oddly made cells is shown as far as it goes", async () => {
  const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  const odd = `{"nbformat": 4, "cells": [null, {"cell_type": 7, "source": {"a": ${deep}}, "outputs": [1, {"output_type": "stream", "text": ${deep}}, {"output_type": "display_data", "data": {"text/plain": 5, "image/png": null}}]}]}`;
  const result = await readFile("x.ipynb", odd);
  expect(result.isError).toBeUndefined();
  expect(result.text).toContain("--- cell 1: unknown ---");
  expect(result.text).toContain("[image/png,");
});

test("a notebook with endless outputs comes with their starts and ends", async () => {
  const lines = Array.from({ length: 20 }, () => `first\\n${"x".repeat(1_000_000)}\\nlast`);
  const outputs = lines.map((text) => `{"output_type": "stream", "name": "stdout", "text": "${text}"}`);
  const file = `{"nbformat": 4, "cells": [{"cell_type": "code", "source": "run()", "outputs": [${outputs}]}]}`;
  const { text, isError } = await readFile("x.ipynb", file, { limit: 8 });
  expect(isError).toBeUndefined();
  expect(text).toContain("→run()");
  expect(text).toContain("characters of this output left out");
});

test("a notebook in UTF-16, and one with NUL and half characters, comes as one", async () => {
  const file = String.raw`{"nbformat": 4, "cells": [{"cell_type": "code", "source": "a\u0000b\ud800c"}]}`;
  for (const bytes of [Buffer.from(file), Buffer.from(`\ufeff${file}`, "utf16le")]) {
    expect((await readFile("x.ipynb", bytes)).text).toEndWith("--- cell 1: code ---\n     3→a\uFFFDb\uFFFDc");
  }
});
