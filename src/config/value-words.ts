import type { TSchema } from "@sinclair/typebox";
import { MAX_QUOTED_CHARS } from "./limits.ts";
import type { SourceNode } from "./source-node.ts";

/** A schema that is a choice of constants. */
export function isEnumeration(schema: TSchema): boolean {
  return schema.anyOf?.every((option: TSchema) => option.const !== undefined) ?? false;
}

/** Whether a single value is what its schema wants. */
export function scalarFits(schema: TSchema, value: unknown): boolean {
  if (isEnumeration(schema)) return schema.anyOf.some((option: TSchema) => option.const === value);
  if (schema.const !== undefined) return value === schema.const;
  if (schema.type === "boolean") return typeof value === "boolean";
  if (schema.type === "string") return typeof value === "string" && textFits(schema, value);
  if (schema.type !== "number" && schema.type !== "integer") return false;
  return typeof value === "number" && numberFits(schema, value);
}

function textFits(schema: TSchema, value: string): boolean {
  if (value.length < (schema.minLength ?? 0)) return false;
  return schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value);
}

function numberFits(schema: TSchema, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (schema.type === "integer" && !Number.isInteger(value)) return false;
  return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
}

/** What a schema wants, in words that complete "expected …". */
export function expectation(schema: TSchema): string {
  if (typeof schema.expects === "string") return schema.expects;
  if (isEnumeration(schema)) {
    const options: string[] = schema.anyOf.map((option: TSchema) => JSON.stringify(option.const));
    return `one of ${options.join(", ")}`;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) {
    const keys = (schema.anyOf as readonly TSchema[]).flatMap((variant) => variant.required?.[0] ?? []);
    return `a map with exactly one of the keys ${keys.join(", ")}`;
  }
  return NAMES[schema.type]?.(schema) ?? "something else";
}

const NAMES: Readonly<Record<string, (schema: TSchema) => string>> = {
  boolean: () => "true or false",
  string: (schema) => ((schema.minLength ?? 0) > 0 ? "text that is not empty" : "text"),
  number: (schema) => `a number${range(schema)}`,
  integer: (schema) => `a whole number${range(schema)}`,
  array: (schema) => (schema.minItems > 0 ? "a list that is not empty" : "a list"),
  object: () => "a map",
};

function range({ minimum, maximum }: TSchema): string {
  if (minimum === undefined) return "";
  return maximum === undefined ? ` from ${minimum} up` : ` from ${minimum} to ${maximum}`;
}

/** Where any text might be right a wrong one is not shown: it may be a key in the place of its variable's name. */
export function mayQuoteText(schema: TSchema): boolean {
  return schema.type !== "string" && !schema.anyOf?.some((option: TSchema) => option.const === undefined);
}

/** What stands there instead, quoted short. */
export function gotText(node: SourceNode, mayQuote: boolean): string {
  if (node.kind === "list") return node.items.length === 0 ? "an empty list" : "a list";
  if (node.kind === "map") return "a map";
  const { value } = node;
  if (value === null) return "nothing";
  if (value === "") return "an empty text";
  if (typeof value !== "string") return String(value);
  if (!mayQuote) return "other text";
  const short = [...value].slice(0, MAX_QUOTED_CHARS).join("");
  return JSON.stringify(short === value ? value : `${short}…`);
}
