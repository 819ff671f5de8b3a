/** A JSON Schema object as somebody wrote it; nothing about its values is certain. */
export type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a schema, a list of schemas, or a map of them. */
const SINGLE = [
  "items",
  "additionalItems",
  "additionalProperties",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "not",
  "if",
  "then",
  "else",
] as const;
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "items"] as const;
const MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"] as const;

/** Deeper nesting is not read: such a definition is withheld, and recursion stays bounded. */
export const MAX_SCHEMA_DEPTH = 200;

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One place in a schema; `pointer` is RFC 6901 from the schema's root. */
export interface SchemaPlace {
  readonly node: Schema;
  readonly pointer: string;
  /** Levels below the root that a reader of the schema sees; the root is 1. */
  readonly depth: number;
}

interface Child {
  readonly at: string;
  readonly node: Schema;
}

/** How the value of each keyword holds sub-schemas; `items` may be one or, in draft-07, a list. */
const HOLDS: ReadonlyMap<string, "one" | "list" | "map"> = new Map([
  ...SINGLE.map((key) => [key, "one"] as const),
  ...LISTS.map((key) => [key, "list"] as const),
  ...MAPS.map((key) => [key, "map"] as const),
]);

/** The direct sub-schemas of a node with their pointers below it, in the order of its keys. */
function childrenOf(node: Schema): readonly Child[] {
  const children: Child[] = [];
  for (const key of Object.keys(node)) {
    const holds = HOLDS.get(key);
    const value = node[key];
    if (holds === undefined || typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      if (holds === "list") addAll(children, value.entries(), `/${key}/`);
    } else if (holds === "map") addAll(children, Object.entries(value), `/${key}/`);
    else if (holds === "one" || key === "items") children.push({ at: `/${key}`, node: value as Schema });
  }
  return children;
}

function addAll(children: Child[], entries: Iterable<[string | number, unknown]>, at: string): void {
  for (const [name, value] of entries) {
    if (isSchema(value)) children.push({ at: at + escapePointer(String(name)), node: value });
  }
}

/** Every sub-schema, parents first, in the order of the document. Stops below `MAX_SCHEMA_DEPTH`. */
export function* placesOf(root: Schema): Generator<SchemaPlace> {
  const waiting: SchemaPlace[] = [{ node: root, pointer: "", depth: 1 }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    yield place;
    const { pointer, depth } = place;
    if (depth > MAX_SCHEMA_DEPTH) continue;
    for (const { at, node } of childrenOf(place.node).toReversed()) {
      waiting.push({ node, pointer: pointer + at, depth: depth + 1 });
    }
  }
}

/** A copy of the node with each direct sub-schema replaced; booleans in their place stay. */
export function mapChildren(node: Schema, change: (child: Schema) => Schema): Schema {
  const changed: Record<string, unknown> = { ...node };
  const one = (value: unknown) => (isSchema(value) ? change(value) : value);
  for (const key of SINGLE) if (isSchema(node[key])) changed[key] = one(node[key]);
  for (const key of LISTS) {
    const list = node[key];
    if (Array.isArray(list)) changed[key] = list.map(one);
  }
  for (const key of MAPS) {
    const map = node[key];
    if (isSchema(map)) changed[key] = mapValues(map, one);
  }
  return changed;
}

/** The node alone: every keyword that holds sub-schemas is left out, and what only makes sense with them. */
export function withoutChildren(node: Schema): Schema {
  return without(node, ...SINGLE, ...LISTS, ...MAPS, "required");
}

function mapValues(map: Schema, change: (value: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

/** A copy without some keys. */
export function without(node: Schema, ...keys: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));
}

/** Adds words to a node's description: what a keyword said that had to go. */
export function withNote(node: Schema, note: string): Schema {
  const { description } = node;
  const words = typeof description === "string" && description !== "" ? `${description} (${note})` : note;
  return { ...node, description: words };
}

export function escapePointer(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

/** The value that a pointer within the document names, `#` and `#/…` alike; undefined when there is none. */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (reference === "#" || reference === "") return root;
  const path = reference.startsWith("#") ? safeDecode(reference.slice(1)) : reference;
  if (!path.startsWith("/")) return undefined;
  let value = root;
  for (const part of path.slice(1).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
