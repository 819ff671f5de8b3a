import { describe, expect, test } from "bun:test";
import { schemaCheck } from "../../src/mcp/json-schema.ts";

const issues = async (schema: object, value: unknown) =>
  (await schemaCheck(schema as Record<string, unknown>))(value).map(
    ({ path, message }) => `${path}: ${message}`,
  );

describe("arguments against a schema that somebody else wrote", () => {
  test("issues name the place, and what would be right", async () => {
    const schema = {
      type: "object",
      properties: { n: { type: "number" }, kind: { enum: ["a", "b"] }, who: {} },
      required: ["n", "who"],
      additionalProperties: false,
    };
    expect(await issues(schema, { n: "1", kind: "c", extra: 1 })).toEqual([
      "(root): must have required property 'who'",
      '(root): must NOT have additional properties: "extra"',
      "/n: must be number",
      '/kind: must be equal to one of the allowed values: ["a","b"]',
    ]);
    expect(await issues(schema, { n: 1, who: "me" })).toEqual([]);
  });

  test("f9: a recursive schema judges what is nested, and does not hang", async () => {
    const schema = { type: "object", properties: { next: { $ref: "#" }, id: { type: "string" } } };
    expect(await issues(schema, { next: { next: { id: 1 } } })).toEqual(["/next/next/id: must be string"]);
    let deep: object = {};
    for (let level = 0; level < 100_000; level++) deep = { next: deep };
    expect(await issues(schema, deep)).toEqual([]);
  });

  test.each([
    ["a lost reference", { properties: { a: { $ref: "#/$defs/none" } } }],
    ["another document", { properties: { a: { $ref: "https://example.com/x.json" } } }],
    ["a broken keyword", { properties: { a: { type: "no-such-type" } } }],
    ["required that is no list", { required: "a" }],
    ["an unknown dialect", { $schema: "https://example.com/dialect", type: "object" }],
  ])("%s judges nothing and never throws", async (_, schema) => {
    expect(await issues(schema, { a: 1 })).toEqual([]);
  });

  test("a pattern that cannot be read is not judged, others are, in linear time", async () => {
    expect(await issues({ properties: { a: { pattern: "(((" } } }, { a: "x" })).toEqual([]);
    expect(await issues({ properties: { a: { pattern: "(?<=y)x" } } }, { a: "x" })).toEqual([]);
    expect(await issues({ properties: { a: { pattern: "^[a-z]+$" } } }, { a: "X" })).toHaveLength(1);
    const costly = { properties: { a: { pattern: "^(a+)+$" } } };
    expect(await issues(costly, { a: `${"a".repeat(50_000)}!` })).toHaveLength(1);
  });

  test("formats are hints; draft-07 lists of items are understood where the schema says so", async () => {
    expect(await issues({ properties: { a: { format: "uuid" } } }, { a: "no" })).toEqual([]);
    const tuple = { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }] };
    expect(await issues(tuple, [1])).toEqual(["/0: must be string"]);
  });

  test("two schemas with one $id do not meet", async () => {
    const one = { $id: "https://example.com/s", type: "string" };
    const two = { $id: "https://example.com/s", type: "number" };
    expect(await issues(one, 1)).toHaveLength(1);
    expect(await issues(two, 1)).toEqual([]);
  });
});
