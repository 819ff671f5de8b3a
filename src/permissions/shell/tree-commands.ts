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
  "subscript",
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
  "regex",
]);

const DECLARING = new Set(["declaration_command", "unset_command"]);

/** Not entered: the reader has already made sure that nothing in them runs, and tests are entered by their own. */
const CLOSED = new Set([
  "test_command",
  "arithmetic_expansion",
  "brace_expression",
  "ansi_c_string",
  "raw_string",
]);

const MAX_DEPTH = 400;

/** The place of one command: start and end of each word in order, for a test only of the whole. */
export type CommandPlace = readonly number[];

/** A command name of these alone has nothing in it that could be a node of its own meaning. */
const PLAIN_NAME = /^[\w./-]+$/;

/** Parts of a command that are none of its words. */
const NO_WORDS = new Set(["variable_assignment", "file_redirect", "herestring_redirect", "heredoc_redirect"]);

/**
 * The places of every simple command in a command line, given as its tree and its text. Every question to a node is a call into the
 * machine, and they are most of what a verdict costs: each is asked once.
 * @throws Unreadable at a syntax error, and at any node whose meaning is not known here.
 */
export function commandsInTree(root: Node, text: string): CommandPlace[] {
  // An error, or a part that is missing, counts for every node around it.
  if (root.hasError) throw new Unreadable("a syntax error");
  const found: CommandPlace[] = [];
  visit(root, root.type, { text, found, depth: 0 });
  return found;
}

interface Walk {
  readonly text: string;
  readonly found: CommandPlace[];
  depth: number;
}

function visit(node: Node, type: string, walk: Walk): void {
  if (walk.depth > MAX_DEPTH) throw new Unreadable("nesting that is too deep");
  if (type === "word") return;
  if (type === "test_command") visitTest(node, walk);
  else if (!isKnown(type)) {
    if (node.isNamed) throw new Unreadable(`the construct "${type}"`);
    return;
  }
  if (CLOSED.has(type)) return;
  // Elsewhere a token without a name of its own (`;`, `do`) says nothing; in a command it is one of the words.
  const children = type === "command" || DECLARING.has(type) ? node.children : node.namedChildren;
  const types = children.map((child) => child.type);
  let entered = 0;
  if (type === "command") {
    const place = placesOf(children.filter((_, at) => !NO_WORDS.has(types[at] ?? "")));
    walk.found.push(place);
    const plain = types[0] === "command_name" && PLAIN_NAME.test(walk.text.slice(place[0], place[1]));
    if (plain) entered = 1;
  } else if (DECLARING.has(type)) walk.found.push(placesOf(children));
  walk.depth += 1;
  for (; entered < children.length; entered++) {
    const child = children[entered];
    if (child !== undefined) visit(child, types[entered] ?? "", walk);
  }
  walk.depth -= 1;
}

function isKnown(type: string): boolean {
  return type === "command" || CONTAINERS.has(type) || LEAVES.has(type) || DECLARING.has(type);
}

/** `[` is a command of its own, `[[` is not; the operators between their words carry no commands. */
function visitTest(node: Node, walk: Walk): void {
  if (node.firstChild?.type === "[") walk.found.push(placesOf([node]));
  for (const nested of node.descendantsOfType(["command_substitution", "process_substitution"])) {
    if (outermostIn(nested, node)) visit(nested, nested.type, walk);
  }
}

function outermostIn(nested: Node, top: Node): boolean {
  for (let node = nested.parent; node !== null && node.id !== top.id; node = node.parent) {
    if (node.type === "command_substitution" || node.type === "process_substitution") return false;
  }
  return true;
}

function placesOf(nodes: readonly Node[]): CommandPlace {
  const place: number[] = [];
  for (const { startIndex, endIndex } of nodes) place.push(startIndex, endIndex);
  return place;
}
