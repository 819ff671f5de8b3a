import type { ToolDefinition } from "../../contract/tool.ts";
import type { ProviderName, SchemaRule } from "./rule.ts";
import { mapChildren, placesOf, type Schema } from "./schema.ts";
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
  const empty = PROVIDER_LIMITS[provider].needsDescription === true && def.description.trim() === "";
  if (empty) rules.push("description-empty");
  return { ok: true, description: empty ? (def.label ?? def.name) : def.description, schema, rules };
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
