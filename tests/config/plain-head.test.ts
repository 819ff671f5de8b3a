import { expect, test } from "bun:test";
import fc from "fast-check";
import { plainHead } from "../../src/config/plain-head.ts";
import { parseYaml } from "../../src/config/yaml-source.ts";

test("a head of plain lines is read without the YAML library, places included", () => {
  const text =
    "name: mcode-tools-master\ndescription: Find (and call) tools; `x`, [y] & {z} — 深, 50% for $5!";
  expect(plainHead(text, 4)).toEqual(readByYaml(text, 4) as never);
});

test.each([
  "name: null",
  "name: 12",
  "name: a: b",
  "name: a #b",
  "name: a:",
  "name:",
  "name: [a]",
  "name: 'a'",
  "name: |\n  a",
  "name: a\n  b",
  "name: a\nname: b",
  "name: a\r\nb: c",
  "- a",
  "",
  "name: a\n",
  "true: a",
])("%j is left to YAML", (text) => {
  expect(plainHead(text, 0)).toBeUndefined();
});

test("whatever is read here, YAML reads the same", () => {
  const piece = fc.constantFrom(
    ..."ab1 :#-,[]{}'\"&*!|>%@`~?.\\é深\t\r\n".split(""),
    ": ",
    " #",
    "null",
    "true",
    "...",
  );
  const value = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const line = fc.tuple(fc.constantFrom("name", "b", "c-d"), fc.constantFrom(": ", ":  ", ":"), value);
  const head = fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((lines) => lines.map((l) => l.join("")).join("\n"));
  let read = 0;
  fc.assert(
    fc.property(head, (text) => {
      const plain = plainHead(text, 7);
      if (plain === undefined) return;
      read += 1;
      expect(plain).toEqual(readByYaml(text, 7) as never);
    }),
    { numRuns: 10_000 },
  );
  expect(read).toBeGreaterThan(100);
});

function readByYaml(text: string, shift: number): unknown {
  const parsed = parseYaml(text, shift);
  return parsed.ok ? parsed.root : parsed.problems;
}
