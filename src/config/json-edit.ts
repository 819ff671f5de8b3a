import { type Node, parseTree } from "jsonc-parser";

/**
 * The text of a JSON document with the value at a path of keys set, or its last key taken out (undefined). All
 * other bytes stay: what stands around the change is not laid out anew. Maps on the way are made where they are
 * missing. The document must be valid and its root a map.
 */
export function setInJson(text: string, path: readonly [string, ...string[]], value: unknown): string {
  const root = parseTree(text);
  if (root?.type !== "object") throw new Error("The root of a document that is edited must be a map");
  const layout = layoutOf(text);
  let map = root;
  for (const [depth, key] of path.entries()) {
    const last = depth === path.length - 1;
    const property = propertyOf(map, key);
    if (property === undefined) {
      const rest = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      return value === undefined ? text : insert(text, { map, depth }, { key, value: rest, layout });
    }
    const [, current] = property.children ?? [];
    if (last && value === undefined) return remove(text, map, property);
    if (current === undefined) return text;
    if (last) return splice(text, current, rendered(value, { depth: depth + 1, layout }));
    map = current;
  }
  return text;
}

interface Layout {
  readonly indent: string;
  readonly eol: string;
}

interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly layout: Layout;
}

/** Behind the last entry; a map that stands on one line stays on one line. */
function insert(text: string, { map, depth }: { map: Node; depth: number }, entry: Entry): string {
  const last = map.children?.at(-1);
  const { eol, indent } = entry.layout;
  if (last !== undefined && !text.slice(map.offset, map.offset + map.length).includes("\n")) {
    const added = `, ${JSON.stringify(entry.key)}: ${JSON.stringify(entry.value)}`;
    return splice(text, { offset: last.offset + last.length, length: 0 }, added);
  }
  const start = `${eol}${indent.repeat(depth + 1)}`;
  const added = `${start}${JSON.stringify(entry.key)}: ${rendered(entry.value, { depth: depth + 1, layout: entry.layout })}`;
  if (last !== undefined) return splice(text, { offset: last.offset + last.length, length: 0 }, `,${added}`);
  return splice(text, map, `{${added}${eol}${indent.repeat(depth)}}`);
}

function remove(text: string, map: Node, property: Node): string {
  const all = map.children ?? [];
  const index = all.indexOf(property);
  const [before, after] = [all[index - 1], all[index + 1]];
  if (before === undefined && after === undefined) return splice(text, map, "{}");
  const from = after === undefined && before !== undefined ? before.offset + before.length : property.offset;
  const to = after === undefined ? property.offset + property.length : after.offset;
  return splice(text, { offset: from, length: to - from }, "");
}

function rendered(value: unknown, { depth, layout }: { depth: number; layout: Layout }): string {
  return JSON.stringify(value, null, layout.indent).replaceAll(
    "\n",
    `${layout.eol}${layout.indent.repeat(depth)}`,
  );
}

function splice(text: string, { offset, length }: { offset: number; length: number }, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}

function propertyOf(map: Node, key: string): Node | undefined {
  return map.children?.find((property) => property.children?.[0]?.value === key);
}

/** The indentation and line ends that the document already has; two spaces and LF otherwise. */
function layoutOf(text: string): Layout {
  return {
    indent: /\n([ \t]+)\S/u.exec(text)?.[1] ?? "  ",
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
