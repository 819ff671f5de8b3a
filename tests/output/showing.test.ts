import { describe, expect, test } from "bun:test";
import { parseByteSize } from "../../src/output/byte-size.ts";
import { canonicalJson, jsonDocument, jsonLine } from "../../src/output/json.ts";
import { loadDisplayWidth, renderTable } from "../../src/output/table.ts";
import { visible, visibleBlock } from "../../src/output/visible.ts";

describe("foreign text", () => {
  test("cannot hide or move anything: controls, bidi, zero-width, tags and lone surrogates show", () => {
    expect(visible("a\x1b[2J\r\nb\tc")).toBe("a\\x1b[2J\\r\\nb\\tc");
    expect(visible("\u202egnp.exe\u2066 a\u200bb\ufeff \u{e0041} \ud800")).toBe(
      "\\u202egnp.exe\\u2066 a\\u200bb\\ufeff \\u{e0041} \\ud800",
    );
    expect(visible("日本 é ❤️ 😀")).toBe("日本 é ❤️ 😀");
  });

  test("of several lines keeps its lines and tabs", () => {
    expect(visibleBlock("a\r\n\tb\x07\nc\u2028")).toBe("a\n\tb\\x07\nc\\u2028");
  });
});

describe("a table", () => {
  const columns = [{ header: "NAME" }, { header: "WHAT", shrink: true }];

  test("aligns by display width, CJK and emoji counted as wide", async () => {
    const table = await renderTable({
      columns,
      rows: [
        ["日本", "x"],
        ["😀", "y"],
        ["plain", "z"],
      ],
    });
    const width = await loadDisplayWidth();
    const starts = table
      .trimEnd()
      .split("\n")
      .map((line) => width(line.slice(0, line.search(/(WHAT|[xyz])$/))));
    expect(new Set(starts)).toEqual(new Set([7]));
  });

  test("fits the terminal, and says with … where something is missing", async () => {
    const rows = [
      ["read", "a long description that does not fit 日本語日本語"],
      ["b", "short"],
    ];
    const width = await loadDisplayWidth();
    const lines = (await renderTable({ columns, rows, width: 30 })).trimEnd().split("\n");
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(30);
    expect(lines[1]).toEndWith("…");
    expect(lines[2]).toBe("b     short");
  });

  test("shows what hides in its cells, and cuts nothing without a terminal", async () => {
    const long = "x".repeat(500);
    expect(await renderTable({ columns, rows: [["a\nb", long]] })).toBe(`NAME  WHAT\na\\nb  ${long}\n`);
  });
});

describe("JSON", () => {
  test("documents and lines keep the order given, end with a newline and hold no lone surrogate", () => {
    expect(jsonDocument({ b: 1, a: ["x"] })).toBe('{\n  "b": 1,\n  "a": [\n    "x"\n  ]\n}\n');
    expect(jsonLine({ text: "a\nb\ud800" })).toBe('{"text":"a\\nb\\ufffd"}\n');
  });

  test("in canonical form is the same for equal values", () => {
    expect(canonicalJson({ b: { y: 1, x: [{ q: 1, p: 2 }] }, a: undefined })).toBe(
      '{"b":{"x":[{"p":2,"q":1}],"y":1}}',
    );
    expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }));
  });
});

describe("a size", () => {
  test.each([
    ["4096", 4096],
    ["24KiB", 24 * 1024],
    ["24k", 24 * 1024],
    ["1kb", 1000],
    ["1MB", 1_000_000],
    ["1M", 1024 * 1024],
    ["2 GiB", 2 * 1024 ** 3],
    ["0", 0],
  ])("%s", (text, bytes) => {
    expect(parseByteSize(text)).toBe(bytes);
  });

  test.each(["", "-1", "1.5k", "k", "1x", "1e3", "99999999999999999999", "0x10", "1 k b", "constructor"])(
    "%j is none",
    (text) => {
      expect(parseByteSize(text)).toBeUndefined();
    },
  );
});
