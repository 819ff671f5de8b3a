import { isSchema, resolvePointer, type Schema, withNote, without } from "./schema.ts";

const COMBINATORS = ["anyOf", "oneOf", "allOf"] as const;

export function rootCombinators(schema: Schema): readonly string[] {
  return COMBINATORS.filter((key) => schema[key] !== undefined);
}

/**
 * The root as one object: `allOf` adds its parts' properties and requirements; of alternatives all properties
 * are there, none that some alternative lacks is required, and the description tells which belong together.
 */
export function mergeRoot(schema: Schema): Schema {
  let merged: Schema = without(schema, ...COMBINATORS);
  for (const part of branches(schema, "allOf")) merged = mergeObject(merged, part, requiredOf(part));
  for (const key of ["anyOf", "oneOf"] as const) {
    const alternatives = branches(schema, key);
    if (alternatives.length === 0) continue;
    const always = requiredOf(alternatives[0] ?? {}).filter((name) =>
      alternatives.every((branch) => requiredOf(branch).includes(name)),
    );
    for (const branch of alternatives) merged = mergeObject(merged, branch, always);
    merged = withNote(merged, alternativesNote(key, alternatives));
  }
  return merged;
}

/** Branches of a node as schemas; references within the document are followed once. */
function branches(schema: Schema, key: string): readonly Schema[] {
  const list = schema[key];
  if (!Array.isArray(list)) return [];
  return list.filter(isSchema).map((branch) => {
    if (typeof branch.$ref !== "string") return branch;
    const target = resolvePointer(schema, branch.$ref);
    return isSchema(target) ? { ...target, ...without(branch, "$ref") } : branch;
  });
}

function mergeObject(base: Schema, branch: Schema, required: readonly string[]): Schema {
  const own = isSchema(base.properties) ? base.properties : {};
  const added = isSchema(branch.properties) ? branch.properties : {};
  const both = Object.fromEntries(
    Object.entries(added).map(([name, value]) => [name, name in own ? eitherOf(own[name], value) : value]),
  );
  const all = [...new Set([...requiredOf(base), ...required])];
  return {
    ...base,
    properties: { ...own, ...both },
    ...(all.length === 0 ? {} : { required: all }),
  };
}

/** A property that two branches describe: where they differ it may be either. */
function eitherOf(first: unknown, second: unknown): unknown {
  if (JSON.stringify(first) === JSON.stringify(second)) return first;
  const known = isSchema(first) && Object.keys(first).length === 1 && Array.isArray(first.anyOf);
  const list = known ? (first.anyOf as readonly unknown[]) : [first];
  const said = list.some((one) => JSON.stringify(one) === JSON.stringify(second));
  return said ? first : { anyOf: [...list, second] };
}

function alternativesNote(key: "anyOf" | "oneOf", alternatives: readonly Schema[]): string {
  const words = alternatives.map((branch) => {
    const names = requiredOf(branch);
    const title = typeof branch.title === "string" ? branch.title : "";
    if (names.length > 0) return names.join(" and ");
    return (
      title || Object.keys(isSchema(branch.properties) ? branch.properties : {}).join(" and ") || "nothing"
    );
  });
  return `${key === "oneOf" ? "exactly one" : "at least one"} of these must be given: ${words.join("; or ")}`;
}

function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
