import { isSchema, type Schema } from "./schema.ts";

const TYPES: readonly unknown[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isSchemaOrBoolean = (value: unknown): boolean => isSchema(value) || typeof value === "boolean";
const isSchemaList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isSchemaOrBoolean);
const isSchemaMap = (value: unknown): boolean =>
  isSchema(value) && Object.values(value).every(isSchemaOrBoolean);
const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;

/** What the value of a keyword must look like, by JSON Schema 2020-12 (and draft-07's list of `items`). */
const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) =>
    TYPES.includes(value) ||
    (Array.isArray(value) && value.length > 0 && value.every((type) => TYPES.includes(type))),
  title: isText,
  description: isText,
  format: isText,
  pattern: isText,
  $schema: isText,
  $ref: isText,
  enum: (value) => Array.isArray(value) && value.length > 0,
  required: isTextList,
  properties: isSchemaMap,
  patternProperties: isSchemaMap,
  $defs: isSchemaMap,
  definitions: isSchemaMap,
  items: (value) => isSchemaOrBoolean(value) || (Array.isArray(value) && value.every(isSchemaOrBoolean)),
  prefixItems: isSchemaList,
  additionalProperties: isSchemaOrBoolean,
  not: isSchemaOrBoolean,
  allOf: isSchemaList,
  anyOf: isSchemaList,
  oneOf: isSchemaList,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: (value) => typeof value === "boolean",
};

/** The keywords of one node whose value has another shape than JSON Schema gives them. */
export function misfitKeywords(node: Schema): readonly string[] {
  return Object.keys(node).filter((key) => {
    const shape = Object.hasOwn(SHAPES, key) ? SHAPES[key] : undefined;
    return shape !== undefined && !shape(node[key]);
  });
}
