import { expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import { printableSchema } from "../../src/config/print-schema.ts";
import { EMPTY_DOCUMENT, readValue, type ValueProblem } from "../../src/config/read-value.ts";
import { ConfigSchema } from "../../src/config/schema.ts";
import { parseYaml } from "../../src/config/yaml-source.ts";

const printed = printableSchema("config", ConfigSchema);
const accepts = new Ajv2020({ strict: true, allErrors: true }).compile(printed);

function problemsOf(value: unknown): ValueProblem[] {
  const parsed = parseYaml(JSON.stringify(value));
  if (!parsed.ok || parsed.root === undefined) throw new Error("JSON is YAML");
  const problems: ValueProblem[] = [];
  readValue(ConfigSchema, parsed.root, problems);
  return problems;
}

test("an empty document gives exactly the defaults", () => {
  const read = readValue(ConfigSchema, EMPTY_DOCUMENT, []);
  expect(read).toEqual({ ok: true, value: DEFAULT_CONFIG });
});

test("the printed schema is valid, strict JSON Schema, and nothing with a default is required in it", () => {
  expect(accepts({})).toBe(true);
  expect(accepts({ tools: { bash: {} }, models: { m: { provider: "openai", id: "x" } } })).toBe(true);
  expect(accepts({ models: { m: { provider: "openai" } } })).toBe(false);
  expect(JSON.stringify(printed)).not.toContain("expects");
});

type Schema = Readonly<Record<string, unknown>>;

/** Values of any kind, some of which are right somewhere. */
const any = fc.oneof(
  fc.constantFrom(true, false, null, 0, 1, 0.5, -1, "", "x", "read", "strict", "en", "https://x.example"),
  fc.array(fc.constantFrom("read", "gen_videos", 3, null), { maxLength: 2 }),
  fc.constantFrom({}, { none: true }, { folder: "x", url: "https://x.example" }),
);

/** Documents that are right but for a few places. */
function near(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 120, arbitrary: right(schema) }, { weight: 1, arbitrary: any });
}

function right(schema: Schema): fc.Arbitrary<unknown> {
  const { properties, patternProperties, anyOf } = schema as Record<string, Record<string, Schema>>;
  if (properties !== undefined) {
    const entries = Object.entries(properties).map(([key, inner]) => [key, near(inner)] as const);
    const model = Object.fromEntries(entries);
    const requiredKeys = ((schema.required ?? []) as string[]).filter(
      (key) => properties[key]?.default === undefined,
    );
    const known = fc.record(model, { requiredKeys });
    const more = known.map((map) => ({ ...(map as object), unheard: 1 }));
    return fc.oneof({ weight: 160, arbitrary: known }, { weight: 1, arbitrary: more });
  }
  if (patternProperties !== undefined) {
    const [inner = {}] = Object.values(patternProperties);
    return fc.dictionary(fc.constantFrom("a", "b c"), near(inner), { maxKeys: 2 });
  }
  if (anyOf !== undefined) return fc.oneof(...Object.values(anyOf).map(right));
  return leaf(schema);
}

function leaf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "array") {
    return fc.array(near(schema.items as Schema), { minLength: Number(schema.minItems ?? 0), maxLength: 2 });
  }
  if (schema.type !== "string") return fc.constantFrom(schema.minimum, schema.maximum);
  const pattern = String(schema.pattern ?? "");
  return fc.constant(pattern.includes("http") ? "https://x.example" : "NAME");
}

test("the reader complains of exactly the documents that the printed schema refuses", () => {
  const documents = near(ConfigSchema as unknown as Schema).filter(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  let fineOnes = 0;
  fc.assert(
    fc.property(documents, (document) => {
      const fine = problemsOf(document).length === 0;
      if (fine) fineOnes += 1;
      expect([fine, document]).toEqual([accepts(document), document]);
    }),
    { numRuns: 300 },
  );
  expect(fineOnes).toBeGreaterThan(20);
  expect(fineOnes).toBeLessThan(290);
});
