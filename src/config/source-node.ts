import type { DocumentPath } from "./types.ts";

/** A value of a YAML or JSON document with its place: what checks walk over, whatever the file's language. */
export type SourceNode = ScalarNode | ListNode | MapNode;

interface Placed {
  /** UTF-16 units from the start of the source text. */
  readonly offset: number;
}

export interface ScalarNode extends Placed {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
}

export interface ListNode extends Placed {
  readonly kind: "list";
  readonly items: readonly SourceNode[];
}

export interface MapNode extends Placed {
  readonly kind: "map";
  /** Keys are unique. */
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: string;
  readonly keyOffset: number;
  readonly value: SourceNode;
}

/** Something that makes a document unreadable. */
export interface SyntaxProblem {
  readonly message: string;
  readonly offset: number;
}

export type ParsedSource =
  | {
      readonly ok: true;
      /** Undefined for a document that holds nothing. */
      readonly root: SourceNode | undefined;
    }
  | { readonly ok: false; readonly problems: readonly [SyntaxProblem, ...SyntaxProblem[]] };

/** Offset of the value at a path, or of the nearest thing above it that exists; a map's entry is its key. */
export function offsetAt(root: SourceNode | undefined, path: DocumentPath): number {
  let node = root;
  let offset = root?.offset ?? 0;
  for (const step of path) {
    if (node?.kind === "map") {
      const entry: MapEntry | undefined = node.entries.find(({ key }) => key === step);
      if (entry === undefined) return offset;
      offset = entry.keyOffset;
      node = entry.value;
    } else if (node?.kind === "list" && typeof step === "number") {
      node = node.items[step];
      if (node === undefined) return offset;
      offset = node.offset;
    } else return offset;
  }
  return offset;
}

/** The plain value of a node. Maps have no prototype, so that no key can mean anything but itself. */
export function plainValue(node: SourceNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plainValue);
  return plainMap(node.entries.map(({ key, value }) => [key, plainValue(value)]));
}

/** An object without prototype from its entries. */
export function plainMap<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const map: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) map[key] = value;
  return map;
}
