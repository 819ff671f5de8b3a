import { expect, test } from "bun:test";
import { parse } from "yaml";
import { renderYaml } from "../../src/catalog/formats/yaml.ts";
import { hasHidden } from "../../src/output/visible.ts";

const yamlOf = (value: unknown) => renderYaml({ value } as never);
/** With the rules of YAML 1.1 too, by which older readers take `yes` for true. */
const readings = (yaml: string) =>
  (["1.2", "1.1"] as const).map((version) => parse(yaml, { version, merge: false, strict: true }).value);

const PIECES = [
  ..."aBé测😀:#-?'\"\\{}[],&*!|>%@`~=_$/.\t\r\n ",
  ...[
    "  ",
    "\n\n",
    " #",
    ": ",
    "- ",
    "---",
    "...",
    "<<",
    "true",
    "null",
    "No",
    "y",
    "1",
    "0x1",
    "1e3",
    ".inf",
    "2001-01-01",
  ],
  ...["\u202e", "\u0000", "\u2028", "\ufeff", "\u0085", "\u00a0", "\ud800", "\u{e0041}"],
];

test("any text reads back, alone, in a list, as a value and as a key, with nothing hidden", () => {
  for (const first of ["", ...PIECES]) {
    const texts = ["", ...PIECES].map((second) => first + second);
    const values = [
      texts,
      Object.fromEntries(texts.map((text) => [text, [{ [`k${text}`]: `x\n${text}` }]])),
      [[first]],
    ];
    const yaml = yamlOf(values);
    expect(hasHidden(yaml)).toBe(false);
    expect(parse(yaml, { strict: true }).value).toEqual(values);
    expect(readings(yamlOf(texts.slice(0, 9)))).toEqual([texts.slice(0, 9), texts.slice(0, 9)]);
  }
}, 60_000);

test("so do other values, empty ones and a key that is too long to stand before a colon", () => {
  const values = [
    null,
    true,
    0,
    -1.5,
    1e21,
    1e-7,
    [],
    {},
    [[]],
    [{}],
    { a: {} },
    { ["k".repeat(5_000)]: { b: 1 } },
  ];
  expect(readings(yamlOf(values))).toEqual([values, values]);
});

test("it reads as people write it", () => {
  const schema = {
    type: "object",
    required: ["a"],
    properties: { a: { description: 'One: "x".\nTwo.', enum: [1] } },
  };
  expect(yamlOf(schema)).toBe(
    [
      "value:",
      "  type: object",
      "  required:",
      "    - a",
      "  properties:",
      "    a:",
      "      description: |-",
      '        One: "x".',
      "        Two.",
      "      enum:",
      "        - 1",
      "",
    ].join("\n"),
  );
});
