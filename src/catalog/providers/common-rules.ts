import { misfitKeywords } from "./keyword-shapes.ts";
import { brokenReferences, openBrokenReferences, pruneDefinitions, unusedDefinitions } from "./references.ts";
import { type DocumentRule, type NodeRule, PROVIDER_NAMES, type SchemaRule } from "./rule.ts";
import { isSchema, MAX_SCHEMA_DEPTH, placesOf, type Schema, without } from "./schema.ts";

const JSON_SCHEMA = "https://json-schema.org/draft/2020-12";
const SEEN = "seen in public MCP servers";

const tooDeep: DocumentRule = {
  kind: "document",
  id: "schema-too-deep",
  providers: PROVIDER_NAMES,
  severity: "error",
  refuses: `schemas nested deeper than ${MAX_SCHEMA_DEPTH} levels`,
  fix: "flatten the schema",
  source: SEEN,
  find: (schema) => (isTooDeep(schema) ? [{ pointer: "", message: "the schema is nested too deeply" }] : []),
  mend: (schema) => (isTooDeep(schema) ? undefined : schema),
};

const rootType: DocumentRule = {
  kind: "document",
  id: "root-type",
  providers: PROVIDER_NAMES,
  severity: "error",
  refuses: "a root whose `type` is not `object`",
  fix: 'give the root "type": "object"',
  source: "https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use",
  find: ({ type }) =>
    type === "object" ? [] : [{ pointer: "/type", message: `the root's type is ${JSON.stringify(type)}` }],
  mend: (schema) => {
    const { type } = schema;
    if (type === "object") return schema;
    if (type === undefined) return { type: "object", ...schema };
    return Array.isArray(type) && type.includes("object") ? { ...schema, type: "object" } : undefined;
  },
};

const malformedKeyword: NodeRule = {
  kind: "node",
  id: "malformed-keyword",
  providers: PROVIDER_NAMES,
  severity: "error",
  refuses: "keywords whose value has the wrong shape (`type: null`, `required: true`, `enum: {}`)",
  fix: "write the keyword as JSON Schema defines it, or leave it out",
  source: JSON_SCHEMA,
  find: ({ node }) => {
    const wrong = misfitKeywords(node);
    if (wrong.length === 0) return undefined;
    return wrong.map((key) => `"${key}" is ${shortJson(node[key])}`).join(", ");
  },
  mend: (node) => without(node, ...misfitKeywords(node)),
};

const brokenRef: DocumentRule = {
  kind: "document",
  id: "broken-ref",
  providers: PROVIDER_NAMES,
  severity: "error",
  refuses: "a `$ref` that leads nowhere in the schema",
  fix: "define what it refers to under $defs, or leave it out",
  source: JSON_SCHEMA,
  find: (schema) =>
    brokenReferences(schema).map(({ pointer, reference }) => ({
      pointer,
      message: `"${reference}" leads nowhere`,
    })),
  mend: openBrokenReferences,
};

const tupleItems: NodeRule = {
  kind: "node",
  id: "tuple-items",
  providers: PROVIDER_NAMES,
  severity: "error",
  refuses: "`items` as a list of schemas (draft-07 tuples)",
  fix: "one schema in `items` that admits each of them",
  source: JSON_SCHEMA,
  find: ({ node }) => (Array.isArray(node.items) ? `"items" is a list of ${node.items.length}` : undefined),
  mend: (node) => {
    const items = (node.items as readonly unknown[]).filter(isSchema);
    return { ...node, items: items.length === 1 ? items[0] : items.length === 0 ? {} : { anyOf: items } };
  },
};

export const UNUSED_DEFS: DocumentRule = {
  kind: "document",
  id: "unused-defs",
  providers: PROVIDER_NAMES,
  severity: "info",
  refuses: "nothing, but definitions that nothing refers to cost tokens",
  fix: "leave them out",
  source: SEEN,
  find: (schema) =>
    unusedDefinitions(schema).map((pointer) => ({ pointer, message: "nothing refers to this definition" })),
  mend: pruneDefinitions,
};

/** Rules of every provider. Those about the whole come first: the others may rely on them. */
export const COMMON_RULES: readonly SchemaRule[] = [
  tooDeep,
  malformedKeyword,
  rootType,
  brokenRef,
  tupleItems,
];

function isTooDeep(schema: Schema): boolean {
  for (const { depth } of placesOf(schema)) if (depth > MAX_SCHEMA_DEPTH) return true;
  return false;
}

/** A value in messages. */
export function shortJson(value: unknown): string {
  const json = JSON.stringify(value) ?? "undefined";
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
}
