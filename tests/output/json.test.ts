import { expect, test } from "bun:test";
import fc from "fast-check";
import { jsonDocument, jsonLine } from "../../src/output/json.ts";

test("half of a surrogate pair is no escape that readers of JSON refuse", () => {
  const value = { "\ud800": ["a\udfffb", "\\ud800", "\\\ud834", "𝄞", "\n\ud83d"] };
  const read = { "\ufffd": ["a\ufffdb", "\\ud800", "\\\ufffd", "𝄞", "\n\ufffd"] };
  expect(JSON.parse(jsonLine(value))).toEqual(read);
  expect(JSON.parse(jsonDocument(value))).toEqual(read);
});

test("every text comes out as itself, made well-formed", () => {
  const unit = fc.constantFrom("\\", "\ud800", "\udc00", "u", "d800", "x", '"', "\n");
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join("");
      expect(JSON.parse(jsonLine(text))).toBe(text.toWellFormed());
    }),
  );
});
