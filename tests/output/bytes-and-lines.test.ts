import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { countByWords, countNewlines, vectorCounter } from "../../src/output/count-newlines.ts";
import { countLines, lineSpans, linesWithEnds, withoutLineEnd } from "../../src/output/lines.ts";
import { utf8CharacterLength } from "../../src/output/utf8.ts";
import { anyText, plainLines, RUNS } from "../support/outputs.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

describe("a line", () => {
  test("a20: ends with LF or CRLF only; lone CR, VT, FF, NEL and U+2028 are data", () => {
    const text = "a\nb\rc\nneedle\u2028x\u0085y\u000bz\u000c\r\nend\r";
    expect(linesWithEnds(text)).toEqual(["a\n", "b\rc\n", "needle\u2028x\u0085y\u000bz\u000c\r\n", "end\r"]);
    expect(linesWithEnds(text).map(withoutLineEnd)).toEqual([
      "a",
      "b\rc",
      "needle\u2028x\u0085y\u000bz\u000c",
      "end\r",
    ]);
  });

  test("has one number for all who count it", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = plainLines(text);
        expect(linesWithEnds(text)).toEqual(lines);
        expect(countLines(text)).toBe(lines.length);
        expect(Array.from(lineSpans(text), ({ start, end }) => text.slice(start, end))).toEqual(
          lines.map(withoutLineEnd),
        );
      }),
      RUNS,
    );
  });
});

describe("bytes", () => {
  const vectors = vectorCounter();

  test("newlines are counted the same at every alignment and length", () => {
    const byte = fc.oneof(
      fc.constantFrom(0x0a, 0x0a, 0x8a, 0x0b, 0x09, 0xff, 0x00),
      fc.integer({ min: 0, max: 255 }),
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 3000 }), fc.nat(7), (values, offset) => {
        const bytes = Uint8Array.from([...Array<number>(offset).fill(0x0a), ...values]).subarray(offset);
        const count = values.filter((value) => value === 0x0a).length;
        expect(countByWords(bytes)).toBe(count);
        expect(vectors?.count(bytes)).toBe(count);
        const standing = vectors?.buffer.subarray(offset, offset + bytes.length);
        standing?.set(bytes);
        expect(vectors?.count(standing ?? bytes)).toBe(count);
      }),
      RUNS,
    );
  });

  test("more newlines in a row than a byte can count are counted", () => {
    const feeds = Buffer.alloc(1_000_003, 0x0a);
    for (const count of [countByWords, vectors?.count, countNewlines]) expect(count?.(feeds)).toBe(1_000_003);
    for (let round = 0; round < 10; round++) expect(countNewlines(feeds)).toBe(1_000_003);
  });

  test("characters are told apart from bytes that are none just as a decoder does", () => {
    const some = fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      anyText.map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), (parts) => {
        const bytes = Buffer.concat(parts);
        let decoded = "";
        for (let at = 0; at < bytes.length; ) {
          const length = utf8CharacterLength(bytes, at);
          decoded += length < 0 ? "\ufffd" : bytes.toString("utf8", at, at + length);
          at += Math.abs(length);
        }
        expect(decoded).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
      }),
      RUNS,
    );
  });
});
