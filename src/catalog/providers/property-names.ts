import { isSchema, resolvePointer, type Schema } from "./schema.ts";

const FIT = /^[a-zA-Z0-9_.-]{1,64}$/;

/** The keys of a node's properties that Anthropic refuses. */
export function unfitPropertyNames({ properties }: Schema): readonly string[] {
  return isSchema(properties) ? Object.keys(properties).filter((name) => !FIT.test(name)) : [];
}

/**
 * A copy with fitting property names; `required` follows. The way back is `restoreProperties`, which reads
 * the original and this copy side by side, so nothing has to be remembered.
 */
export function renameProperties(node: Schema): Schema {
  const { properties, required } = node;
  if (!isSchema(properties)) return node;
  const names = fitNames(Object.keys(properties));
  const renamed = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [names.get(name) ?? name, value]),
  );
  const needed = Array.isArray(required) ? { required: required.map((name) => names.get(name) ?? name) } : {};
  return { ...node, properties: renamed, ...needed };
}

/** Fitting names for all keys of one object, different from one another; fitting ones stay. */
function fitNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names.filter((name) => FIT.test(name)));
  return new Map(
    names.map((name) => {
      if (FIT.test(name)) return [name, name];
      const base = name.replaceAll(/[^a-zA-Z0-9_.-]/gu, "_").slice(0, 60) || "_";
      let fit = base;
      for (let count = 2; taken.has(fit); count++) fit = `${base}_${count}`;
      taken.add(fit);
      return [name, fit];
    }),
  );
}

/** Arguments that came under renamed keys, brought back to the keys of the original schema. */
export function restoreProperties(original: Schema, value: unknown): unknown {
  return restore(original, value, { root: original, depth: 0 });
}

interface Walk {
  readonly root: Schema;
  readonly depth: number;
}

/** Values deeper than this keep their keys: no schema that was read goes so deep. */
const MAX_VALUE_DEPTH = 300;

function restore(schema: unknown, value: unknown, walk: Walk): unknown {
  if (!isSchema(schema) || typeof value !== "object" || value === null || walk.depth > MAX_VALUE_DEPTH)
    return value;
  const below = { ...walk, depth: walk.depth + 1 };
  if (typeof schema.$ref === "string") {
    const target = resolvePointer(walk.root, schema.$ref);
    return target === schema ? value : restore(target, value, below);
  }
  let restored: unknown = value;
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    const list = schema[key];
    if (Array.isArray(list)) for (const branch of list) restored = restore(branch, restored, below);
  }
  if (Array.isArray(restored)) return restored.map((item) => restore(schema.items, item, below));
  return restoreObject(schema, restored as Record<string, unknown>, below);
}

function restoreObject(schema: Schema, value: Record<string, unknown>, walk: Walk): unknown {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const back = new Map([...fitNames(Object.keys(properties))].map(([name, fit]) => [fit, name]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = back.get(key) ?? key;
      const inner = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
      return [name, restore(inner, item, walk)];
    }),
  );
}
