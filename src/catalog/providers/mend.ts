import type { ToolDefinition } from "../../contract/tool.ts";
import type { ProviderName, SchemaRule } from "./rule.ts";
import { mapChildren, placesOf, type Schema, without } from "./schema.ts";
import { schemaRulesOf } from "./table.ts";
import { PROVIDER_LIMITS } from "./tool-rules.ts";

/** A definition as one provider takes it, and which rules changed it. */
export type MendedDefinition =
  | {
      readonly ok: true;
      readonly description: string;
      readonly schema: Schema;
      readonly rules: readonly string[];
    }
  | { readonly ok: false; readonly rule: string };

/** Applies every rule of a provider to a definition, without changing its meaning; never throws. */
export function mendDefinition(def: ToolDefinition, provider: ProviderName): MendedDefinition {
  let schema = def.schema as unknown as Schema;
  const rules: string[] = [];
  for (const rule of schemaRulesOf(provider)) {
    const mended = apply(rule, schema);
    if (mended === undefined) return { ok: false, rule: rule.id };
    if (mended !== schema) rules.push(rule.id);
    schema = mended;
  }
  const noted = liftRootNote(def, schema);
  schema = noted.schema;
  const empty = PROVIDER_LIMITS[provider].needsDescription === true && def.description.trim() === "";
  if (empty) rules.push("description-empty");
  return { ok: true, description: empty ? (def.label ?? def.name) : noted.description, schema, rules };
}

/** What rules noted at the root moves into the tool's description: not every client sends the root's own. */
function liftRootNote({ description, schema: original }: ToolDefinition, schema: Schema) {
  const before = (original as unknown as Schema).description;
  if (typeof schema.description !== "string" || schema.description === before) return { description, schema };
  const own = typeof before === "string" ? before : "";
  const note = schema.description
    .slice(own.length)
    .trim()
    .replace(/^\((.*)\)$/s, "$1");
  const rest = own === "" ? without(schema, "description") : { ...schema, description: own };
  return { description: description === "" ? note : `${description}\n(${note})`, schema: rest };
}

function apply(rule: SchemaRule, schema: Schema): Schema | undefined {
  if (rule.kind === "document") return rule.find(schema).length === 0 ? schema : rule.mend(schema);
  for (const place of placesOf(schema)) {
    if (rule.find(place) !== undefined) return mendNodes(schema, rule);
  }
  return schema;
}

/** Children first, so that a rule sees what it made of them. */
function mendNodes(node: Schema, rule: Extract<SchemaRule, { kind: "node" }>): Schema {
  const below = mapChildren(node, (child) => mendNodes(child, rule));
  return rule.find({ node: below, pointer: "", depth: 1 }) === undefined ? below : rule.mend(below);
}
