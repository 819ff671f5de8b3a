import { shortJson } from "./common-rules.ts";
import { inlineReferences } from "./references.ts";
import type { DocumentRule, NodeRule, SchemaRule } from "./rule.ts";
import { isSchema, placesOf, type Schema, withNote, without } from "./schema.ts";

const GEMINI = "https://ai.google.dev/api/caching#Schema";
const row = { providers: ["gemini"], severity: "error", source: GEMINI } as const;

/** Keywords that Gemini's Schema does not have and that only tighten or annotate. */
const UNKNOWN: readonly string[] = [
  "$schema",
  "$id",
  "$anchor",
  "$comment",
  "$dynamicRef",
  "$dynamicAnchor",
  "patternProperties",
  "propertyNames",
  "additionalItems",
  "unevaluatedProperties",
  "unevaluatedItems",
  "dependentRequired",
  "dependentSchemas",
  "contains",
  "not",
  "if",
  "then",
  "else",
];

const references: DocumentRule = {
  ...row,
  kind: "document",
  id: "no-ref",
  refuses: "`$ref`",
  fix: "write the definition where it is used",
  find: (schema) =>
    [...placesOf(schema)].flatMap(({ node, pointer }) =>
      typeof node.$ref === "string"
        ? [{ pointer: `${pointer}/$ref`, message: `"${node.$ref}" is a reference` }]
        : [],
    ),
  mend: (schema) =>
    schema.$defs || schema.definitions || hasReference(schema) ? inlineReferences(schema) : schema,
};

const unknownKeyword: NodeRule = {
  ...row,
  kind: "node",
  id: "unknown-keyword",
  refuses: "keywords that its Schema does not have (`$schema`, `patternProperties`, `not`, …)",
  fix: "leave the keyword out",
  find: ({ node }) => {
    const found = UNKNOWN.filter((key) => key in node);
    return found.length === 0 ? undefined : found.map((key) => `"${key}"`).join(", ");
  },
  mend: (node) => without(node, ...UNKNOWN),
};

const combinator: NodeRule = {
  ...row,
  kind: "node",
  id: "one-of",
  refuses: "`oneOf` and `allOf`",
  fix: 'use "anyOf", or one object',
  find: ({ node }) => {
    const found = ["oneOf", "allOf"].filter((key) => key in node);
    return found.length === 0 ? undefined : found.map((key) => `"${key}"`).join(", ");
  },
  mend: (node) => {
    const { oneOf, allOf, ...rest } = node;
    const parts = Array.isArray(allOf) ? allOf.filter(isSchema) : [];
    const merged = parts.reduce<Schema>((all, part) => mergeShallow(all, part), rest);
    return oneOf === undefined ? merged : { ...merged, anyOf: merged.anyOf ?? oneOf };
  },
};

const constant: NodeRule = {
  ...row,
  kind: "node",
  id: "const",
  refuses: "`const`",
  fix: 'use an "enum" of one value',
  find: ({ node }) => ("const" in node ? `"const" is ${shortJson(node.const)}` : undefined),
  mend: (node) => ({ ...without(node, "const"), enum: [node.const], type: node.type ?? typeOf(node.const) }),
};

const exclusiveBounds: NodeRule = {
  ...row,
  kind: "node",
  id: "exclusive-bound",
  refuses: "`exclusiveMinimum` and `exclusiveMaximum`",
  fix: 'use "minimum" and "maximum"',
  find: ({ node }) => {
    const found = ["exclusiveMinimum", "exclusiveMaximum"].filter((key) => key in node);
    return found.length === 0
      ? undefined
      : found.map((key) => `"${key}" is ${shortJson(node[key])}`).join(", ");
  },
  mend: (node) => {
    const { exclusiveMinimum: low, exclusiveMaximum: high, ...rest } = node;
    const step = rest.type === "integer" ? 1 : 0;
    const bounded = {
      ...rest,
      ...(typeof low === "number" ? { minimum: low + step } : {}),
      ...(typeof high === "number" ? { maximum: high - step } : {}),
    };
    if (step === 1) return bounded;
    const notes = [
      ...(low === undefined ? [] : [`more than ${low}`]),
      ...(high === undefined ? [] : [`less than ${high}`]),
    ];
    return withNote(bounded, notes.join(", "));
  },
};

const typeList: NodeRule = {
  ...row,
  kind: "node",
  id: "type-list",
  refuses: "a list of types",
  fix: 'one "type", with "nullable" for null',
  find: ({ node }) => (Array.isArray(node.type) ? `"type" is ${shortJson(node.type)}` : undefined),
  mend: (node) => {
    const types = (node.type as readonly unknown[]).filter((type) => type !== "null");
    const nullable = types.length < (node.type as readonly unknown[]).length ? { nullable: true } : {};
    if (types.length === 1) return { ...node, type: types[0], ...nullable };
    return { ...without(node, "type"), anyOf: types.map((type) => ({ type })), ...nullable };
  },
};

const enumValues: NodeRule = {
  ...row,
  kind: "node",
  id: "enum-value",
  refuses: "enum values that are no strings",
  fix: "strings, or the values named in the description",
  find: ({ node }) => {
    const odd = Array.isArray(node.enum) ? node.enum.filter((value) => typeof value !== "string") : [];
    return odd.length === 0 ? undefined : `"enum" has ${shortJson(odd)}`;
  },
  mend: (node) => {
    const values = (node.enum as readonly unknown[]).filter((value) => value !== null);
    const nullable = values.length < (node.enum as readonly unknown[]).length ? { nullable: true } : {};
    if (values.length === 0) return { ...without(node, "enum"), ...nullable };
    if (values.every((value) => typeof value === "string")) return { ...node, enum: values, ...nullable };
    if (node.type === "string") return { ...node, enum: values.map(asText), ...nullable };
    return withNote({ ...without(node, "enum"), ...nullable }, `one of ${values.map(shortJson).join(", ")}`);
  },
};

const format: NodeRule = {
  ...row,
  kind: "node",
  id: "format",
  refuses: "a `format` other than `enum` and `date-time`",
  fix: "name the format in the description",
  find: ({ node }) => (isForeignFormat(node) ? `"format" is ${shortJson(node.format)}` : undefined),
  mend: (node) => withNote(without(node, "format"), `format: ${node.format}`),
};

const strayObjectKeywords: NodeRule = {
  ...row,
  kind: "node",
  id: "object-keyword",
  refuses: "`properties` or `required` on what is no object, and required names without a property",
  fix: "describe each required property, on objects only",
  find: ({ node }) => {
    const { type, properties, required } = node;
    if (type !== undefined && type !== "object" && (properties ?? required) !== undefined) {
      return `a ${shortJson(type)} has "properties" or "required"`;
    }
    const missing = undescribed(node);
    return missing.length === 0
      ? undefined
      : `required but not described: ${missing.map(shortJson).join(", ")}`;
  },
  mend: (node) => {
    if (node.type !== undefined && node.type !== "object") return without(node, "properties", "required");
    const missing = undescribed(node);
    const kept = (node.required as readonly unknown[]).filter((name) => !missing.includes(name as string));
    const rest = without(node, "required");
    return withNote(
      kept.length === 0 ? rest : { ...rest, required: kept },
      `required too: ${missing.join(", ")}`,
    );
  },
};

/** What Gemini's smaller Schema lacks, in mending order: references first, then what replaces keywords. */
export const GEMINI_RULES: readonly SchemaRule[] = [
  references,
  combinator,
  constant,
  typeList,
  enumValues,
  exclusiveBounds,
  format,
  strayObjectKeywords,
  unknownKeyword,
];

function hasReference(schema: Schema): boolean {
  for (const { node } of placesOf(schema)) if (node.$ref !== undefined) return true;
  return false;
}

function isForeignFormat({ format: name }: Schema): boolean {
  return typeof name === "string" && name !== "enum" && name !== "date-time";
}

function undescribed({ properties, required }: Schema): readonly string[] {
  if (!Array.isArray(required)) return [];
  const known = isSchema(properties) ? properties : {};
  return required.filter((name) => typeof name === "string" && !Object.hasOwn(known, name));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function mergeShallow(base: Schema, part: Schema): Schema {
  const properties = { ...asMap(base.properties), ...asMap(part.properties) };
  const required = [...new Set([...asList(base.required), ...asList(part.required)])];
  return {
    ...part,
    ...base,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function asMap(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
