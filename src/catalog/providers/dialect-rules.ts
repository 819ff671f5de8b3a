import { mergeRoot, rootCombinators } from "./combinators.ts";
import { shortJson } from "./common-rules.ts";
import { renameProperties, unfitPropertyNames } from "./property-names.ts";
import type { DocumentRule, NodeRule, SchemaRule } from "./rule.ts";
import { isSchema, mapChildren, placesOf, type Schema, withNote, withoutChildren } from "./schema.ts";

const ANTHROPIC = "https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use";
const OPENAI = "https://platform.openai.com/docs/guides/function-calling";
const MOONSHOT = "https://platform.moonshot.ai/docs/api/tool-use";

/** Levels that Moonshot reads. */
const MOONSHOT_DEPTH = 10;

export const ROOT_COMBINATOR: DocumentRule = {
  kind: "document",
  id: "root-combinator",
  providers: ["anthropic", "openai"],
  severity: "error",
  refuses: "`oneOf`, `anyOf` or `allOf` at the root",
  fix: "one object with all properties, the alternatives told in the description",
  source: ANTHROPIC,
  find: (schema) =>
    rootCombinators(schema).map((key) => ({ pointer: `/${key}`, message: `the root has "${key}"` })),
  mend: mergeRoot,
};

const propertyName: NodeRule = {
  kind: "node",
  id: "property-name",
  providers: ["anthropic"],
  severity: "error",
  refuses: "property names outside `[a-zA-Z0-9_.-]{1,64}`",
  fix: "rename the property",
  source: ANTHROPIC,
  find: ({ node }) => {
    const names = unfitPropertyNames(node);
    return names.length === 0 ? undefined : names.map((name) => shortJson(name)).join(", ");
  },
  mend: renameProperties,
};

const arrayItems: NodeRule = {
  kind: "node",
  id: "array-items",
  providers: ["openai", "gemini"],
  severity: "error",
  refuses: "arrays without `items`",
  fix: 'give the array "items"',
  source: OPENAI,
  find: ({ node }) =>
    isArrayType(node) && !isSchema(node.items) && !Array.isArray(node.items)
      ? 'the array has no "items"'
      : undefined,
  mend: (node) => ({ ...node, items: {} }),
};

const depth: DocumentRule = {
  kind: "document",
  id: "depth",
  providers: ["moonshot"],
  severity: "error",
  refuses: `schemas deeper than ${MOONSHOT_DEPTH} levels`,
  fix: "flatten the schema",
  source: MOONSHOT,
  find: (schema) => {
    for (const { pointer, depth: level } of placesOf(schema)) {
      if (level > MOONSHOT_DEPTH) return [{ pointer, message: `the schema is ${level} levels deep here` }];
    }
    return [];
  },
  mend: (schema) => cutBelow(schema, 1),
};

/** Rules of some providers about what is left when the shape of the whole is settled. */
export const DIALECT_RULES: readonly SchemaRule[] = [arrayItems, propertyName, depth];

function isArrayType({ type }: Schema): boolean {
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}

/** What lies too deep admits anything: the server still judges it. */
function cutBelow(schema: Schema, level: number): Schema {
  if (level < MOONSHOT_DEPTH) return mapChildren(schema, (child) => cutBelow(child, level + 1));
  const flat = withoutChildren(schema);
  if (Object.keys(flat).length === Object.keys(schema).length) return schema;
  return withNote(flat, "its inner structure is left out");
}
