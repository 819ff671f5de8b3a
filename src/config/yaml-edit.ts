import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isScalar, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";

/** A path of keys, the outermost first. */
export type KeyPath = readonly [string, ...string[]];

/**
 * The text of a YAML document with one setting changed, or added. Everything else stays as it stands where the
 * change can be spliced in; elsewhere (flow maps, aliases) the library writes the document, comments included.
 * Loads the `yaml` library: import this module only where a file is changed.
 * @returns undefined when the document cannot be read, or something that is no map stands on the way.
 */
export function setInYaml(text: string, path: KeyPath, value: boolean | number | string): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const wanted = withValue(document.toJS(), path, value);
  if (wanted === undefined) return undefined;
  const spliced = splice(text, document, path, JSON.stringify(value));
  if (spliced !== undefined && says(spliced, wanted)) return spliced;
  const rewritten = rewrite(document, path, value);
  return rewritten !== undefined && says(rewritten, wanted) ? rewritten : undefined;
}

function splice(text: string, document: Document, path: KeyPath, value: string): string | undefined {
  const current = document.getIn(path, true);
  if (isScalar(current) && current.range) {
    const [start, end] = current.range;
    return end === start ? undefined : text.slice(0, start) + value + text.slice(end);
  }
  if (current !== undefined) return undefined;
  const depth = path.findIndex((_, index) => document.getIn(path.slice(0, index + 1), true) === undefined);
  const parent = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
  if (parent === null) return append(text, written(path, 0, value, "\n"));
  if (!isMap(parent) || parent.flow) return undefined;
  return insert(text, parent, path.slice(depth), value);
}

/** Before the first key of the map, whose column the new one takes. */
function insert(text: string, map: YAMLMap, path: readonly string[], value: string): string | undefined {
  const [first] = map.items as Pair<Node, unknown>[];
  const at = first?.key.range?.[0];
  if (at === undefined) return undefined;
  const column = at - (text.lastIndexOf("\n", at - 1) + 1);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text.slice(0, at)}${written(path, column, value, end).trimStart()}${" ".repeat(column)}${text.slice(at)}`;
}

function append(text: string, lines: string): string {
  return text === "" || text.endsWith("\n") ? text + lines : `${text}\n${lines}`;
}

function written(path: readonly string[], column: number, value: string, end: string): string {
  return path
    .map((key, index) => {
      const last = index === path.length - 1;
      return `${" ".repeat(column + 2 * index)}${key}:${last ? ` ${value}` : ""}${end}`;
    })
    .join("");
}

function rewrite(document: Document, path: KeyPath, value: unknown): string | undefined {
  try {
    for (let depth = 1; depth < path.length; depth++) {
      const section = path.slice(0, depth);
      if (document.getIn(section) === null) document.setIn(section, document.createNode({}));
    }
    document.setIn(path, value);
    return document.toString({ lineWidth: 0 });
  } catch {
    // Something on the way is no map.
    return undefined;
  }
}

function says(text: string, wanted: unknown): boolean {
  const document = parseDocument(text);
  return document.errors.length === 0 && isDeepStrictEqual(document.toJS(), wanted);
}

/** What the document must say afterwards; undefined when something on the way is no map. */
function withValue(root: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const map = root ?? {};
  if (typeof map !== "object" || Array.isArray(map)) return undefined;
  const inner = withValue((map as Record<string, unknown>)[key], rest, value);
  return inner === undefined ? undefined : { ...map, [key]: inner };
}
