import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { MAX_DOCUMENT_DEPTH, MAX_DOCUMENT_NODES } from "./limits.ts";
import type { MapEntry, ParsedSource, SourceNode, SyntaxProblem } from "./source-node.ts";
import { sourceTexts } from "./source-texts.ts";

export interface ParseJsonOptions {
  /** Admits comments and trailing commas, which other programs' files may have. */
  readonly lenient?: boolean;
}

/**
 * Parses strict JSON (no comments, no trailing commas, no duplicate keys) into placed nodes. Loads the parser
 * library: import this module only for a file that exists. An empty text is an error, as in JSON.
 */
export function parseJson(text: string, { lenient = false }: ParseJsonOptions = {}): ParsedSource {
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(text, errors, { disallowComments: !lenient, allowTrailingComma: lenient });
  } catch (error) {
    // The parser recurses: a document of brackets alone exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    return failed(sourceTexts.tooDeep(MAX_DOCUMENT_DEPTH), 0);
  }
  const [first] = errors;
  if (first !== undefined) return failed(describe(first, text), first.offset);
  if (tree === undefined || !(lenient || isJson(text))) return failed(sourceTexts.notJson, 0);
  const problems: SyntaxProblem[] = [];
  const root = convert(tree, { depth: 0, nodes: { left: MAX_DOCUMENT_NODES }, problems });
  const [problem, ...rest] = problems;
  return problem === undefined ? { ok: true, root } : { ok: false, problems: [problem, ...rest] };
}

/** The runtime's own parser has the last word on what JSON is. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Walk {
  readonly depth: number;
  readonly nodes: { left: number };
  readonly problems: SyntaxProblem[];
}

function convert(node: Node, walk: Walk): SourceNode {
  const { offset } = node;
  walk.nodes.left -= 1;
  if (walk.nodes.left < 0 || walk.depth > MAX_DOCUMENT_DEPTH) {
    const message =
      walk.nodes.left < 0
        ? sourceTexts.tooManyNodes(MAX_DOCUMENT_NODES)
        : sourceTexts.tooDeep(MAX_DOCUMENT_DEPTH);
    if (walk.problems.length === 0) walk.problems.push({ message, offset });
    return { kind: "scalar", offset, value: null };
  }
  const inner = { ...walk, depth: walk.depth + 1 };
  const children = node.children ?? [];
  if (node.type === "array")
    return { kind: "list", offset, items: children.map((item) => convert(item, inner)) };
  if (node.type === "object") return { kind: "map", offset, entries: entriesOf(children, inner) };
  return { kind: "scalar", offset, value: node.value };
}

function entriesOf(properties: readonly Node[], walk: Walk): MapEntry[] {
  const entries = new Map<string, MapEntry>();
  for (const { children } of properties) {
    const [key, value] = children ?? [];
    if (key === undefined || value === undefined) continue;
    if (entries.has(key.value)) {
      walk.problems.push({ message: sourceTexts.duplicateKey(key.value), offset: key.offset });
    }
    entries.set(key.value, { key: key.value, keyOffset: key.offset, value: convert(value, walk) });
  }
  return [...entries.values()];
}

function failed(message: string, offset: number): ParsedSource {
  return { ok: false, problems: [{ message, offset }] };
}

/** The parser's numbers for what it met (`ParseErrorCode`, which is a const enum). */
const WANTED: Readonly<Record<number, string>> = {
  3: "a key in double quotes",
  4: "a value",
  5: '":"',
  6: '","',
  7: '"}"',
  8: '"]"',
};

const BROKEN: Readonly<Record<number, string>> = {
  2: sourceTexts.badNumber,
  10: sourceTexts.noComments,
  11: sourceTexts.noComments,
  12: sourceTexts.badString,
  13: sourceTexts.badNumber,
  14: sourceTexts.badEscape,
  15: sourceTexts.badEscape,
  16: sourceTexts.badCharacter,
};

function describe({ error, offset }: ParseError, text: string): string {
  const found = foundAt(text, offset);
  const wanted = WANTED[error];
  if (wanted !== undefined) return sourceTexts.expected(wanted, found);
  if (error === 9) return sourceTexts.afterTheEnd(found);
  return BROKEN[error] ?? sourceTexts.badSymbol(found);
}

/** The character at an offset; the library may point at white space before it. */
function foundAt(text: string, offset: number): string {
  const [char] = text.slice(offset).trimStart();
  return char === undefined ? sourceTexts.endOfFile : `"${char}"`;
}
