import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
} from "yaml";
import { MAX_DOCUMENT_DEPTH, MAX_DOCUMENT_NODES, MAX_PROBLEMS } from "./limits.ts";
import type { MapEntry, ParsedSource, SourceNode, SyntaxProblem } from "./source-node.ts";
import { sourceTexts } from "./source-texts.ts";

/**
 * Parses one YAML 1.2 document (JSON is YAML) into placed nodes: aliases and merge keys expanded within limits,
 * duplicate keys and unknown tags refused. Loads the `yaml` library: import this module only for a file that
 * exists. `shift` is added to every offset (front matter starts inside its file).
 */
export function parseYaml(text: string, shift = 0): ParsedSource {
  const problems: SyntaxProblem[] = [];
  try {
    const root = new YamlReader(problems, shift).read(text);
    if (problems.length === 0) return { ok: true, root };
  } catch (error) {
    // The library recurses: a document of brackets alone exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    problems.push({ message: sourceTexts.tooDeep(MAX_DOCUMENT_DEPTH), offset: shift });
  }
  const [first, ...rest] = distinct(problems);
  return first === undefined ? { ok: true, root: undefined } : { ok: false, problems: [first, ...rest] };
}

/** One problem a place, in the order of the text: the library repeats itself where its stack ends. */
function distinct(problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  const byOffset = new Map<number, SyntaxProblem>();
  for (const problem of problems) {
    if (!byOffset.has(problem.offset)) byOffset.set(problem.offset, problem);
  }
  return [...byOffset.values()].sort((a, b) => a.offset - b.offset).slice(0, MAX_PROBLEMS);
}

/** Ends the reading at once; its problem has been noted. */
class LimitReached extends Error {}

class YamlReader {
  readonly #problems: SyntaxProblem[];
  readonly #shift: number;
  readonly #anchors = new Map<string, Node>();
  readonly #anchored = new Set<Node>();
  #nodes = 0;
  /** Offset of the alias whose expansion is being read: where a limit was passed for a person. */
  #expanding: number | undefined;

  constructor(problems: SyntaxProblem[], shift: number) {
    this.#problems = problems;
    this.#shift = shift;
  }

  read(text: string): SourceNode | undefined {
    const parsed = parseAllDocuments(text, {
      version: "1.2",
      merge: true,
      // Compares every key with every other; the reader below needs one look-up per key.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "silent",
    });
    const documents: Document[] = Array.isArray(parsed) ? parsed : [];
    for (const { errors, warnings } of documents) {
      for (const { code, message, pos } of [...errors, ...warnings]) {
        // The library tells of its own stack, and of every bracket that it then does not find.
        if (code === "RESOURCE_EXHAUSTION") throw new RangeError(message);
        this.#note(message, pos[0]);
      }
    }
    const [document, second] = documents;
    if (second !== undefined) this.#note(sourceTexts.secondDocument, startOf(second));
    if (this.#problems.length > 0 || document === undefined) return undefined;
    return this.#contents(document);
  }

  #contents(document: Document): SourceNode | undefined {
    const contents = document.contents as Node | null;
    if (contents === null || (isScalar(contents) && contents.value === null)) return undefined;
    try {
      return this.#node(contents, 0);
    } catch (error) {
      if (error instanceof LimitReached) return undefined;
      throw error;
    }
  }

  #node(node: Node | null, depth: number): SourceNode {
    const offset = startOf(node);
    this.#nodes += 1;
    const place = this.#expanding ?? offset;
    if (this.#nodes > MAX_DOCUMENT_NODES) this.#stop(sourceTexts.tooManyNodes(MAX_DOCUMENT_NODES), place);
    if (depth > MAX_DOCUMENT_DEPTH) this.#stop(sourceTexts.tooDeep(MAX_DOCUMENT_DEPTH), place);
    const at = offset + this.#shift;
    this.#remember(node);
    if (isAlias(node)) return this.#alias(node, depth);
    if (isMap(node)) return { kind: "map", offset: at, entries: [...this.#entries(node, depth).values()] };
    if (isSeq(node)) {
      const items = node.items.map((item) => this.#node(isNode(item) ? item : null, depth + 1));
      return { kind: "list", offset: at, items };
    }
    return { kind: "scalar", offset: at, value: this.#scalar(isScalar(node) ? node.value : null, offset) };
  }

  /** An alias means the last node before it that bears its name; reading a node again changes nothing. */
  #remember(node: Node | null): void {
    if (node === null || isAlias(node) || this.#anchored.has(node)) return;
    const { anchor } = node as Node & { anchor?: string };
    if (anchor === undefined) return;
    this.#anchored.add(node);
    this.#anchors.set(anchor, node);
  }

  #target(alias: Alias): Node {
    return (
      this.#anchors.get(alias.source) ?? this.#stop(sourceTexts.unknownAlias(alias.source), startOf(alias))
    );
  }

  #alias(alias: Alias, depth: number): SourceNode {
    const outer = this.#expanding;
    this.#expanding ??= startOf(alias);
    const node = this.#node(this.#target(alias), depth + 1);
    this.#expanding = outer;
    return node;
  }

  /** Tags of the library's own (`!!binary`) give objects, which no document here may hold. */
  #scalar(value: unknown, offset: number): string | number | boolean | null {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
    if (value !== null && value !== undefined) this.#stop(sourceTexts.unusableTag, offset);
    return null;
  }

  #entries(map: YAMLMap, depth: number): Map<string, MapEntry> {
    const entries = new Map<string, MapEntry>();
    const merged: SourceNode[] = [];
    for (const pair of map.items as Pair<Node | null, Node | null>[]) {
      const keyOffset = startOf(pair.key) + this.#shift;
      if (isMergeKey(pair.key)) {
        merged.push(this.#node(pair.value, depth + 1));
        continue;
      }
      const key = this.#key(pair.key);
      if (entries.has(key)) this.#note(sourceTexts.duplicateKey(key), startOf(pair.key));
      const nothing = { kind: "scalar", offset: keyOffset, value: null } as const;
      const value = pair.value === null ? nothing : this.#node(pair.value, depth + 1);
      entries.set(key, { key, keyOffset, value });
    }
    for (const source of merged) this.#merge(source, entries);
    return entries;
  }

  /** `<<`: keys of the merged maps that the map itself does not have; an earlier one of a list wins. */
  #merge(node: SourceNode, into: Map<string, MapEntry>): void {
    for (const map of node.kind === "list" ? node.items : [node]) {
      if (map.kind !== "map") {
        this.#note(sourceTexts.mergeOfNoMap, map.offset - this.#shift);
        continue;
      }
      for (const entry of map.entries) if (!into.has(entry.key)) into.set(entry.key, entry);
    }
  }

  #key(key: Node | null): string {
    const node = isAlias(key) ? this.#target(key) : key;
    this.#remember(node);
    if (!isScalar(node) || node.value === null) this.#stop(sourceTexts.keyIsNoText, startOf(key));
    return typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
  }

  #note(message: string, offset: number): void {
    this.#problems.push({ message, offset: offset + this.#shift });
  }

  #stop(message: string, offset: number): never {
    this.#note(message, offset);
    throw new LimitReached();
  }
}

function startOf(node: { range?: readonly number[] | null } | null | undefined): number {
  return node?.range?.[0] ?? 0;
}

function isMergeKey(key: Node | null): boolean {
  if (!isScalar(key)) return false;
  if (typeof key.value === "symbol") return key.value.description === "<<";
  return key.value === "<<" && (key.type === undefined || key.type === "PLAIN");
}
