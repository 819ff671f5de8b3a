import { isSchema, mapChildren, placesOf, resolvePointer, type Schema, withNote, without } from "./schema.ts";

/** Sub-schemas that inlining may make; beyond it a reference is left open, as a recursive one is. */
const INLINE_BUDGET = 5_000;

/** `$ref`s that lead nowhere in the document: other documents count, nothing is fetched. */
export function brokenReferences(schema: Schema): readonly { pointer: string; reference: string }[] {
  const broken: { pointer: string; reference: string }[] = [];
  for (const { node, pointer } of placesOf(schema)) {
    const { $ref } = node;
    if ($ref === undefined) continue;
    if (typeof $ref === "string" && isSchema(targetOf(schema, $ref))) continue;
    broken.push({ pointer: `${pointer}/$ref`, reference: String($ref) });
  }
  return broken;
}

/** Replaces broken references by a schema that admits anything; what they said is kept as words. */
export function openBrokenReferences(schema: Schema): Schema {
  const open = (node: Schema): Schema => {
    const changed = mapChildren(node, open);
    const { $ref } = changed;
    if ($ref === undefined || (typeof $ref === "string" && isSchema(targetOf(schema, $ref)))) return changed;
    return without(changed, "$ref");
  };
  return open(schema);
}

/** The names below `$defs` and `definitions` that nothing refers to, directly or through others. */
export function unusedDefinitions(schema: Schema): readonly string[] {
  const used = new Set<string>();
  const waiting: Schema[] = [without(schema, "$defs", "definitions")];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const { node } of placesOf(part)) {
      if (typeof node.$ref !== "string" || used.has(node.$ref)) continue;
      used.add(node.$ref);
      const target = targetOf(schema, node.$ref);
      // A reference to the root or into its properties is part of what is looked at already.
      if (isSchema(target) && target !== schema) waiting.push(target);
    }
  }
  const pointers = [...used].map((reference) => reference.replace(/^#/, ""));
  return ["$defs", "definitions"].flatMap((key) => {
    const map = schema[key];
    if (!isSchema(map)) return [];
    const names = Object.keys(map).map(
      (name) => `/${key}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    );
    return names.filter((name) => !pointers.some((used) => used === name || used.startsWith(`${name}/`)));
  });
}

/** Takes unused definitions out: two thirds of the bytes of real schemas, and no reader misses them. */
export function pruneDefinitions(schema: Schema): Schema {
  const unused = new Set(unusedDefinitions(schema));
  if (unused.size === 0) return schema;
  const pruned: Record<string, unknown> = { ...schema };
  for (const key of ["$defs", "definitions"]) {
    const map = schema[key];
    if (!isSchema(map)) continue;
    const kept = Object.entries(map).filter(
      ([name]) => !unused.has(`/${key}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    );
    if (kept.length === 0) delete pruned[key];
    else pruned[key] = Object.fromEntries(kept);
  }
  return pruned;
}

/** The schema without `$ref` and definitions; a reference to something around itself is left open. */
export function inlineReferences(schema: Schema): Schema {
  let made = 0;
  const inline = (node: Schema, around: readonly unknown[]): Schema => {
    made++;
    const { $ref } = node;
    if (typeof $ref !== "string") return mapChildren(node, (child) => inline(child, around));
    const target = targetOf(schema, $ref);
    const beside = without(node, "$ref");
    if (!isSchema(target)) return inline(beside, around);
    if (around.includes(target) || made > INLINE_BUDGET) {
      return mapChildren(opened(beside, target, $ref), (child) => inline(child, around));
    }
    return inline({ ...target, ...beside }, [...around, target]);
  };
  return without(inline(schema, [schema]), "$defs", "definitions");
}

function opened(beside: Schema, target: Schema, reference: string): Schema {
  const { type } = target;
  const name = reference.split("/").at(-1) ?? reference;
  return withNote(
    { ...(type === undefined ? {} : { type }), ...beside },
    `again ${name === "#" ? "the whole" : name}`,
  );
}

function targetOf(root: Schema, reference: string): unknown {
  return reference.startsWith("#") ? resolvePointer(root, reference) : undefined;
}
