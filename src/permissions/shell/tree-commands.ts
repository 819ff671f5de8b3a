import type { Node } from "web-tree-sitter";
import { Unreadable } from "./types.ts";

/** Nodes that may hold commands; anything that is in neither list is not understood. */
const CONTAINERS = new Set([
  "program",
  "list",
  "pipeline",
  "redirected_statement",
  "subshell",
  "compound_statement",
  "if_statement",
  "elif_clause",
  "else_clause",
  "while_statement",
  "for_statement",
  "do_group",
  "negated_command",
  "function_definition",
  "command_substitution",
  "process_substitution",
  "file_redirect",
  "herestring_redirect",
  "heredoc_redirect",
  "heredoc_body",
  "variable_assignment",
  "variable_assignments",
  "string",
  "concatenation",
  "expansion",
]);

const LEAVES = new Set([
  "command_name",
  "word",
  "number",
  "string_content",
  "raw_string",
  "ansi_c_string",
  "simple_expansion",
  "variable_name",
  "special_variable_name",
  "file_descriptor",
  "comment",
  "heredoc_start",
  "heredoc_content",
  "heredoc_end",
  "brace_expression",
  "arithmetic_expansion",
]);

/** Not entered: the reader has already made sure that nothing in them runs, and tests are entered by their own. */
const CLOSED = new Set([
  "test_command",
  "arithmetic_expansion",
  "brace_expression",
  "ansi_c_string",
  "raw_string",
]);

const MAX_DEPTH = 400;

/** The place of one command in the tree: of each word, or for a test only of the whole. */
export type CommandPlace = readonly (readonly [start: number, end: number])[];

/**
 * The places of every simple command in a parsed command line.
 * @throws Unreadable at a syntax error, and at any node whose meaning is not known here.
 */
export function commandsInTree(root: Node): CommandPlace[] {
  const found: CommandPlace[] = [];
  visit(root, found, 0);
  return found;
}

function visit(node: Node, found: CommandPlace[], depth: number): void {
  if (depth > MAX_DEPTH) throw new Unreadable("nesting that is too deep");
  if (node.isError || node.isMissing) throw new Unreadable("a syntax error");
  if (!node.isNamed) return;
  const { type } = node;
  if (type === "command") found.push(wordsOf(node));
  else if (type === "declaration_command" || type === "unset_command") found.push(allChildren(node));
  else if (type === "test_command") visitTest(node, found, depth);
  else if (!CONTAINERS.has(type) && !LEAVES.has(type)) throw new Unreadable(`the construct "${type}"`);
  if (!CLOSED.has(type)) for (const child of node.children) visit(child, found, depth + 1);
}

/** `[` is a command of its own, `[[` is not; the operators between their words carry no commands. */
function visitTest(node: Node, found: CommandPlace[], depth: number): void {
  if (node.hasError) throw new Unreadable("a syntax error");
  if (node.firstChild?.type === "[") found.push([[node.startIndex, node.endIndex]]);
  for (const nested of node.descendantsOfType(["command_substitution", "process_substitution"])) {
    if (outermostIn(nested, node)) visit(nested, found, depth + 1);
  }
}

function outermostIn(nested: Node, top: Node): boolean {
  for (let node = nested.parent; node !== null && node.id !== top.id; node = node.parent) {
    if (node.type === "command_substitution" || node.type === "process_substitution") return false;
  }
  return true;
}

function wordsOf(command: Node): CommandPlace {
  const skipped = new Set([
    "variable_assignment",
    "file_redirect",
    "herestring_redirect",
    "heredoc_redirect",
  ]);
  return command.children.flatMap((child) =>
    skipped.has(child.type) ? [] : [[child.startIndex, child.endIndex] as const],
  );
}

function allChildren(command: Node): CommandPlace {
  return command.children.map((child) => [child.startIndex, child.endIndex] as const);
}
