import { expect, test } from "bun:test";
import fc from "fast-check";
import { setInJson } from "../../src/config/json-edit.ts";

const EDITS: readonly [
  name: string,
  before: string,
  path: [string, ...string[]],
  value: unknown,
  after: string,
][] = [
  ["into nothing", "{}\n", ["m", "a"], { x: 1 }, '{\n  "m": {\n    "a": {\n      "x": 1\n    }\n  }\n}\n'],
  ["into an empty map", '{\n\t"m": {}\n}', ["m", "a"], 1, '{\n\t"m": {\n\t\t"a": 1\n\t}\n}'],
  [
    "behind the last entry",
    '{\n "m": {\n  "b": {"c":   2}\n }\n}',
    ["m", "a"],
    [1],
    '{\n "m": {\n  "b": {"c":   2},\n  "a": [\n   1\n  ]\n }\n}',
  ],
  ["on one line", '{"m": {"b": 1}}', ["m", "a"], { c: 2 }, '{"m": {"b": 1, "a": {"c":2}}}'],
  [
    "in the place of another value",
    '{"m": {"a" : [ 1 ] , "b": 2}}',
    ["m", "a"],
    3,
    '{"m": {"a" : 3 , "b": 2}}',
  ],
  ["taken out first", '{"m": {"a": 1,  "b": 2}}', ["m", "a"], undefined, '{"m": {"b": 2}}'],
  [
    "taken out last",
    '{\n  "m": {\n    "a": 1,\n    "b": 2\n  }\n}',
    ["m", "b"],
    undefined,
    '{\n  "m": {\n    "a": 1\n  }\n}',
  ],
  ["taken out alone", '{"m": { "a": 1 }}', ["m", "a"], undefined, '{"m": {}}'],
  ["taken out of nothing", '{"m": {}}', ["m", "a"], undefined, '{"m": {}}'],
  [
    "with a key like a prototype's",
    '{"m": {"x": 1}}',
    ["m", "__proto__"],
    2,
    '{"m": {"x": 1, "__proto__": 2}}',
  ],
];

for (const [name, before, path, value, after] of EDITS) {
  test(`an entry ${name}: every other byte stays`, () => {
    expect(setInJson(before, path, value)).toBe(after);
  });
}

test("whatever is set is read back, the rest as it was, and taking it out restores what was there", () => {
  const key = fc.string({ maxLength: 4 }).filter((text) => text !== "__proto__");
  const map = fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4, noNullPrototype: true });
  fc.assert(
    fc.property(
      map,
      key,
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(undefined, 1, 4, "\t"),
      (m, name, value, indent) => {
        const before = JSON.stringify({ other: 1, m }, null, indent);
        const set = setInJson(before, ["m", name], value);
        expect(JSON.parse(set)).toEqual({ other: 1, m: JSON.parse(JSON.stringify({ ...m, [name]: value })) });
        const { [name]: _, ...rest } = m;
        expect(JSON.parse(setInJson(set, ["m", name], undefined))).toEqual({
          other: 1,
          m: JSON.parse(JSON.stringify(rest)),
        });
      },
    ),
    { numRuns: 200 },
  );
});
