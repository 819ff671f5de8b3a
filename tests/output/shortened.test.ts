import { expect, test } from "bun:test";
import fc from "fast-check";
import { shortened } from "../../src/output/shortened.ts";

test("a text that fits stays; a longer one ends in an ellipsis at a whole character", () => {
  expect(shortened("abc", 3)).toBe("abc");
  expect(shortened("👍👍👍", 3)).toBe("👍👍👍");
  expect(shortened("👍👍👍👍", 3)).toBe("👍👍…");
  expect(shortened("a bcd", 3)).toBe("a…");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, most) => {
      const short = shortened(text, most);
      expect(Array.from(short).length).toBeLessThanOrEqual(most);
      expect(short.isWellFormed()).toBe(true);
      if (Array.from(text).length <= most) expect(short).toBe(text);
    }),
  );
});
