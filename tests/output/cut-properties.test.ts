import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { headWithin, tailWithin } from "../../src/output/gates/cut.ts";
import { anyText, RUNS } from "../support/outputs.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

const graphemes = (text: string) =>
  Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
const bytesOf = (text: string) => Buffer.byteLength(text);

describe("a cut inside a line", () => {
  test("from the head keeps as many whole graphemes as fit", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 200 }), (text, limit) => {
        const head = headWithin(text, limit);
        expect(text.startsWith(head)).toBe(true);
        expect(head.isWellFormed()).toBe(true);
        expect(bytesOf(head)).toBeLessThanOrEqual(limit);
        let whole = "";
        for (const grapheme of graphemes(text)) {
          if (bytesOf(whole) + bytesOf(grapheme) > limit) break;
          whole += grapheme;
        }
        // A first grapheme that is larger than the limit is cut at a character.
        if (whole !== "") expect(head).toBe(whole);
      }),
      RUNS,
    );
  });

  test("from the tail keeps as many whole graphemes as fit", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 200 }), (text, limit) => {
        const tail = tailWithin(text, limit);
        expect(text.endsWith(tail)).toBe(true);
        expect(tail.isWellFormed()).toBe(true);
        expect(bytesOf(tail)).toBeLessThanOrEqual(limit);
        let whole = "";
        for (const grapheme of graphemes(text).reverse()) {
          if (bytesOf(whole) + bytesOf(grapheme) > limit) break;
          whole = grapheme + whole;
        }
        if (whole !== "") expect(tail).toBe(whole);
      }),
      RUNS,
    );
  });
});
