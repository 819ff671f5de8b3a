import type { TSchema } from "@sinclair/typebox";
import { nearest } from "../output/nearest.ts";
import { type MapEntry, type MapNode, plainMap, plainValue, type SourceNode } from "./source-node.ts";
import type { DocumentPath } from "./types.ts";
import { expectation, gotText, isEnumeration, mayQuoteText, scalarFits } from "./value-words.ts";

/** One thing wrong with a value of a document. */
export interface ValueProblem {
  readonly kind: "unknown_key" | "wrong_value" | "missing_key";
  readonly path: DocumentPath;
  readonly offset: number;
  /** What would be right; absent for an unknown key. */
  readonly expected?: string;
  readonly got?: string;
  /** Known names that it may have meant, best first. */
  readonly nearest: readonly string[];
  /** What is ignored because of it: the value itself, or the list or entry around it. */
  ignored: DocumentPath;
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

const FAILED: Read = { ok: false };

/**
 * Reads a value by its schema (the TypeBox kinds that the schemas of this room use), leniently: an unknown key
 * is left out, a wrong value gives way to its default, a wrong item takes its whole list with it, a wrong entry
 * of a map only itself. Every problem is noted. `ok: false` when nothing usable is left.
 */
export function readValue(schema: TSchema, node: SourceNode, problems: ValueProblem[]): Read {
  return new ValueReader(problems).read(schema, node, []);
}

/** A document that holds nothing: every default applies. */
export const EMPTY_DOCUMENT: MapNode = { kind: "map", offset: 0, entries: [] };

/** The value of a schema when nothing is written: its default, nested defaults filled in. */
function defaultValue(schema: TSchema): unknown {
  if (schema.default === undefined || schema.properties === undefined) return schema.default;
  const read = new ValueReader([]).read(schema, EMPTY_DOCUMENT, []);
  return read.ok ? read.value : undefined;
}

class ValueReader {
  readonly #problems: ValueProblem[];

  constructor(problems: ValueProblem[]) {
    this.#problems = problems;
  }

  read(schema: TSchema, node: SourceNode, path: DocumentPath): Read {
    if (isAnything(schema)) return { ok: true, value: plainValue(node) };
    if (schema.anyOf !== undefined && !isEnumeration(schema)) return this.#variant(schema, node, path);
    if (schema.type === "object") {
      if (node.kind !== "map") return this.#wrong(schema, node, path);
      return schema.properties === undefined
        ? this.#dictionary(schema, node, path)
        : this.#object(schema, node, path);
    }
    if (schema.type === "array") return this.#list(schema, node, path);
    if (acceptsAnything(schema)) return { ok: true, value: plainValue(node) };
    if (node.kind !== "scalar" || !scalarFits(schema, node.value)) return this.#wrong(schema, node, path);
    return { ok: true, value: node.value };
  }

  #object(schema: TSchema, node: MapNode, path: DocumentPath): Read {
    const properties = schema.properties as Readonly<Record<string, TSchema>>;
    const written = new Map(node.entries.map((entry) => [entry.key, entry]));
    for (const entry of node.entries) {
      if (!Object.hasOwn(properties, entry.key)) this.#unknown(entry, path, Object.keys(properties));
    }
    const required = new Set<string>(schema.required ?? []);
    const values: [string, unknown][] = [];
    let complete = true;
    for (const [key, property] of Object.entries(properties)) {
      const entry = written.get(key);
      const value = this.#property(property, entry, [...path, key]);
      if (value !== undefined) values.push([key, value]);
      else if (required.has(key)) {
        complete = false;
        if (entry === undefined) this.#missing(property, key, node, path);
      }
    }
    return complete ? { ok: true, value: Object.fromEntries(values) } : FAILED;
  }

  /** The written value where it is right, else the default, else undefined. */
  #property(schema: TSchema, entry: MapEntry | undefined, path: DocumentPath): unknown {
    if (entry === undefined) return defaultValue(schema);
    const mark = this.#problems.length;
    const read = this.read(schema, entry.value, path);
    if (read.ok) return read.value;
    this.#ignore(path, mark);
    return defaultValue(schema);
  }

  #dictionary(schema: TSchema, node: MapNode, path: DocumentPath): Read {
    const [inner] = Object.values(schema.patternProperties as Record<string, TSchema>);
    const values: [string, unknown][] = [];
    for (const { key, value } of node.entries) {
      const mark = this.#problems.length;
      const read = inner === undefined ? FAILED : this.read(inner, value, [...path, key]);
      if (read.ok) values.push([key, read.value]);
      else this.#ignore([...path, key], mark);
    }
    return { ok: true, value: plainMap(values) };
  }

  #list(schema: TSchema, node: SourceNode, path: DocumentPath): Read {
    if (node.kind !== "list" || node.items.length < (schema.minItems ?? 0)) {
      return this.#wrong(schema, node, path);
    }
    const reads = node.items.map((item, index) => this.read(schema.items as TSchema, item, [...path, index]));
    if (reads.some((read) => !read.ok)) return FAILED;
    return { ok: true, value: reads.map((read) => (read.ok ? read.value : undefined)) };
  }

  /** Of several kinds of map the one whose key is written. */
  #variant(schema: TSchema, node: SourceNode, path: DocumentPath): Read {
    const variants = schema.anyOf as readonly TSchema[];
    const keys = new Set(node.kind === "map" ? node.entries.map((entry) => entry.key) : []);
    const meant = variants.filter((variant) => (variant.required ?? []).some((key: string) => keys.has(key)));
    const [only] = meant;
    if (only === undefined || meant.length > 1) return this.#wrong(schema, node, path);
    return this.read(only, node, path);
  }

  #unknown({ key, keyOffset }: MapEntry, path: DocumentPath, known: readonly string[]): void {
    const at = [...path, key];
    this.#problems.push({
      kind: "unknown_key",
      path: at,
      offset: keyOffset,
      nearest: nearest(key, known),
      ignored: at,
    });
  }

  #missing(schema: TSchema, key: string, node: MapNode, path: DocumentPath): void {
    this.#problems.push({
      kind: "missing_key",
      path: [...path, key],
      offset: node.offset,
      expected: expectation(schema),
      nearest: [],
      ignored: path,
    });
  }

  #wrong(schema: TSchema, node: SourceNode, path: DocumentPath): Read {
    const { value } = node.kind === "scalar" ? node : { value: undefined };
    this.#problems.push({
      kind: "wrong_value",
      path,
      offset: node.offset,
      expected: expectation(schema),
      got: gotText(node, mayQuoteText(schema)),
      nearest: isEnumeration(schema) && typeof value === "string" ? nearest(value, constantsOf(schema)) : [],
      ignored: path,
    });
    return FAILED;
  }

  /** What failed inside `path` takes the whole of it along. */
  #ignore(path: DocumentPath, since: number): void {
    for (const problem of this.#problems.slice(since)) {
      if (problem.kind !== "unknown_key") problem.ignored = path;
    }
  }
}

/** `Type.Unknown()`: what is in there is somebody else's matter. */
function acceptsAnything(schema: TSchema): boolean {
  return schema.type === undefined && schema.anyOf === undefined && schema.const === undefined;
}

function constantsOf(schema: TSchema): string[] {
  return (schema.anyOf as readonly TSchema[]).map((option) => String(option.const));
}

/** `Type.Unknown()`: whatever stands there is right. */
function isAnything(schema: TSchema): boolean {
  return schema.type === undefined && schema.anyOf === undefined && schema.const === undefined;
}
