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

test("a document shows all that is in it: what hides or moves text is an escape, and reads back", () => {
  const value = { "k\u202e": "a\u200b\u009b\u007f\u{e0041}", arrows: "→", words: "测试 é 😀" };
  const json = jsonDocument(value);
  expect(json).toContain("\\u202e");
  expect(json).not.toMatch(/[\u202e\u200b\u007f-\u009f\u{e0041}]/u);
  expect(json).toContain("→");
  expect(json).toContain("测试 é 😀");
  expect(JSON.parse(json)).toEqual(value);
});
