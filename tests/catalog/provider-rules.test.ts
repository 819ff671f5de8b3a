import { describe, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import fc from "fast-check";
import { toProviderTools } from "../../src/catalog/provider-tools.ts";
import type { ProviderName } from "../../src/catalog/providers/rule.ts";
import { placesOf } from "../../src/catalog/providers/schema.ts";
import { SCHEMA_RULES, schemaRulesOf } from "../../src/catalog/providers/table.ts";
import type { AnyTool } from "../../src/contract/tool.ts";

function tool(schema: object, name = "thing", description = "does things"): AnyTool {
  return {
    def: { name, description, schema: schema as TSchema },
    impl: { execute: async () => ({ tool_name: name, text: "", content: [] }) },
  };
}

function mended(provider: ProviderName, schema: object) {
  const { tools, diagnostics } = toProviderTools(provider, [tool(schema)]);
  return { tool: tools[0], schema: tools[0]?.schema, diagnostics };
}

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

describe("what the boundary mends", () => {
  test("a definition that nobody refuses is sent as it is", () => {
    const schema = object({ a: { type: "string", enum: ["x"] } }, { required: ["a"] });
    for (const provider of ["anthropic", "openai", "gemini", "bedrock", "moonshot"] as const) {
      expect(mended(provider, schema)).toMatchObject({ schema, diagnostics: [] });
    }
  });

  test("f7: alternatives at the root become one object, told in the description", () => {
    const branch = (name: string) => ({
      properties: { [name]: { type: "string" } },
      required: [name, "kind"],
    });
    const schema = object({ kind: { type: "string" } }, { anyOf: [branch("url"), branch("file")] });
    expect(mended("anthropic", schema).schema).toEqual({
      type: "object",
      properties: { kind: { type: "string" }, url: { type: "string" }, file: { type: "string" } },
      required: ["kind"],
    });
    expect(mended("anthropic", schema).tool?.description).toBe(
      "does things\n(at least one of these must be given: url and kind; or file and kind)",
    );
    expect(mended("gemini", schema).schema).toMatchObject({ anyOf: [{}, {}] });
  });

  test("allOf at the root adds its parts, references followed", () => {
    const base = { properties: { a: { type: "string" } }, required: ["a"] };
    const schema = { type: "object", allOf: [{ $ref: "#/$defs/base" }], $defs: { base } };
    expect(mended("openai", schema).schema).toEqual({
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
    });
  });

  test("definitions that nothing refers to are pruned, the others stay where they may", () => {
    const schema = object(
      { a: { $ref: "#/$defs/used" } },
      { $defs: { used: { $ref: "#/$defs/deep" }, deep: { type: "string" }, unused: { type: "number" } } },
    );
    expect(mended("anthropic", schema).schema).toEqual(
      object(
        { a: { $ref: "#/$defs/used" } },
        { $defs: { used: { $ref: "#/$defs/deep" }, deep: { type: "string" } } },
      ),
    );
  });

  test("f9: Gemini gets definitions inlined, and a recursive one left open, without hanging", () => {
    const node = object({ next: { $ref: "#/$defs/node" }, id: { type: "string" } });
    const { schema } = mended("gemini", object({ first: { $ref: "#/$defs/node" } }, { $defs: { node } }));
    expect(schema).toEqual(
      object({
        first: object({ next: { type: "object", description: "again node" }, id: { type: "string" } }),
      }),
    );
    const selfish = object({ self: { $ref: "#" } });
    expect(mended("gemini", selfish).schema).toEqual(
      object({ self: { type: "object", description: "again the whole" } }),
    );
  });

  test("inlining what doubles at every level stays small", () => {
    const levels = Array.from({ length: 40 }, (_, at) => [
      `l${at}`,
      object({ a: { $ref: `#/$defs/l${at + 1}` }, b: { $ref: `#/$defs/l${at + 1}` } }),
    ]);
    const $defs = { ...Object.fromEntries(levels), l40: { type: "string" } };
    const { schema } = mended("gemini", object({ top: { $ref: "#/$defs/l0" } }, { $defs }));
    expect([...placesOf(schema ?? {})].length).toBeLessThan(20_000);
  });

  test("f9: what Gemini lacks is written otherwise", () => {
    const { schema } = mended("gemini", {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...object(
        {
          maybe: { type: ["string", "null"] },
          either: { type: ["string", "number"] },
          fixed: { const: "v" },
          count: { type: "integer", exclusiveMinimum: 0 },
          share: { type: "number", exclusiveMaximum: 1 },
          level: { type: "integer", enum: [1, 2] },
          code: { type: "string", enum: [1, 2] },
          when: { type: "string", format: "date-time" },
          link: { type: "string", format: "uri" },
          list: { type: "array" },
          word: { type: "string", properties: { a: {} }, required: ["a"] },
        },
        { required: ["maybe", "ghost"], not: {} },
      ),
    });
    expect(schema).toEqual({
      type: "object",
      properties: {
        maybe: { type: "string", nullable: true },
        either: { anyOf: [{ type: "string" }, { type: "number" }] },
        fixed: { enum: ["v"], type: "string" },
        count: { type: "integer", minimum: 1 },
        share: { type: "number", maximum: 1, description: "less than 1" },
        level: { type: "integer", description: "one of 1, 2" },
        code: { type: "string", enum: ["1", "2"] },
        when: { type: "string", format: "date-time" },
        link: { type: "string", description: "format: uri" },
        list: { type: "array", items: {} },
        word: { type: "string" },
      },
      required: ["maybe"],
    });
  });

  test("keywords of the wrong shape, lists of items and lost references are mended for everybody", () => {
    const schema = object({
      a: { type: null, enum: ["A"], required: true },
      b: { type: "array", items: [{ type: "string" }, { type: "number" }] },
      c: { $ref: "#/nowhere", description: "kept" },
      d: { $ref: "https://example.com/schema.json" },
    });
    expect(mended("anthropic", schema).schema).toEqual(
      object({
        a: { enum: ["A"] },
        b: { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
        c: { description: "kept" },
        d: {},
      }),
    );
  });

  test("arrays get items for OpenAI, not for Anthropic", () => {
    const schema = object({ a: { type: "array" } });
    expect(mended("openai", schema).schema).toEqual(object({ a: { type: "array", items: {} } }));
    expect(mended("anthropic", schema).schema).toEqual(schema);
  });

  test("Moonshot sees ten levels, what lies deeper admits anything", () => {
    const nested = (levels: number): object =>
      levels === 0 ? { type: "string" } : object({ in: nested(levels - 1) });
    const deep = mended("moonshot", nested(14)).schema ?? {};
    expect(Math.max(...[...placesOf(deep)].map(({ depth }) => depth))).toBe(10);
    expect(JSON.stringify(deep)).toContain("its inner structure is left out");
    expect(mended("moonshot", nested(9)).schema).toEqual({ ...nested(9) });
  });

  test("property keys are renamed for Anthropic, and arguments come back under their own", () => {
    const schema = object(
      {
        "StartTime<": { type: "string" },
        "StartTime>": { type: "string" },
        list: { type: "array", items: object({ "a b": { type: "string" } }) },
        plain: { type: "string" },
      },
      { required: ["StartTime<"] },
    );
    const { tool: sent } = mended("anthropic", schema);
    expect(sent?.schema).toMatchObject({
      properties: {
        StartTime_: {},
        StartTime__2: {},
        list: { items: { properties: { a_b: {} } } },
        plain: {},
      },
      required: ["StartTime_"],
    });
    const args = { StartTime_: "1", StartTime__2: "2", list: [{ a_b: "x" }], plain: "p", extra: 1 };
    expect(sent?.restoreArguments(args)).toEqual({
      "StartTime<": "1",
      "StartTime>": "2",
      list: [{ "a b": "x" }],
      plain: "p",
      extra: 1,
    });
  });
});

describe("what the boundary withholds", () => {
  test("f8: a definition that cannot be mended is withheld alone, with a diagnostic", () => {
    const { tools, diagnostics } = toProviderTools("anthropic", [
      tool({ type: "string" }, "odd"),
      tool({ type: "object" }, "good"),
    ]);
    expect(tools.map(({ name }) => name)).toEqual(["good"]);
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        code: "tool_withheld",
        message: "withheld from this request: anthropic refuses its schema (root-type)",
        where: "odd",
      },
    ]);
  });

  test("OpenAI takes 128 tools: the last in catalog order are withheld", () => {
    const many = Array.from({ length: 130 }, (_, at) => tool({ type: "object" }, `t${at}`));
    const { tools, diagnostics } = toProviderTools("openai", many);
    expect(tools).toHaveLength(128);
    expect(diagnostics.map(({ where }) => where)).toEqual(["t128", "t129"]);
    expect(toProviderTools("anthropic", many).tools).toHaveLength(130);
  });

  test("names that a provider refuses are reduced, and stay apart", () => {
    const { tools } = toProviderTools("openai", [
      tool({ type: "object" }, "a.b"),
      tool({ type: "object" }, "a_b"),
      tool({ type: "object" }, "x".repeat(70)),
    ]);
    expect(tools.map(({ name, catalogName }) => [name.length, name === catalogName])).toEqual([
      [3, false],
      [5, false],
      [64, false],
    ]);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(3);
  });

  test("Bedrock gets a description where there is none", () => {
    expect(toProviderTools("amazon-bedrock", [tool({ type: "object" }, "t", "")]).tools[0]?.description).toBe(
      "t",
    );
  });

  test("no schema of any shape makes it throw, and what is sent breaks no rule", () => {
    const keyword = fc.constantFrom(
      ...[
        "type",
        "items",
        "properties",
        "required",
        "enum",
        "anyOf",
        "allOf",
        "oneOf",
        "$ref",
        "$defs",
        "const",
      ],
      ...[
        "format",
        "minimum",
        "exclusiveMinimum",
        "additionalProperties",
        "description",
        "not",
        "prefixItems",
      ],
    );
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        "object",
        "string",
        "array",
        "#",
        "#/$defs/a",
        null,
        true,
        1,
        ["a"],
        ["object", "null"],
      ),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const node = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
      schema: fc.dictionary(
        keyword,
        fc.oneof({ maxDepth: 3 }, value, tie("schema"), fc.array(tie("schema"), { maxLength: 3 })),
        { maxKeys: 5 },
      ),
    })).schema;
    fc.assert(
      fc.property(node, (schema) => {
        for (const provider of ["anthropic", "openai", "gemini", "bedrock", "moonshot"] as const) {
          for (const sent of toProviderTools(provider, [tool({ ...schema, type: "object" })]).tools) {
            for (const rule of schemaRulesOf(provider)) {
              if (rule.severity === "info") continue;
              const found =
                rule.kind === "document"
                  ? rule.find(sent.schema)
                  : [...placesOf(sent.schema)].flatMap((place) => rule.find(place) ?? []);
              expect([rule.id, found]).toEqual([rule.id, []]);
            }
          }
        }
      }),
      { numRuns: 300, interruptAfterTimeLimit: 20_000 },
    );
  });
});

test("every rule names its source, what is refused, and the fix; ids are unique", () => {
  expect(new Set(SCHEMA_RULES.map(({ id }) => id)).size).toBe(SCHEMA_RULES.length);
  for (const { source, refuses, fix } of SCHEMA_RULES) {
    expect(Math.min(source.length, refuses.length, fix.length)).toBeGreaterThan(4);
  }
});
