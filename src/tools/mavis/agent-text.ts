import { isMap, parseDocument } from "yaml";

/** What can be said of an agent, besides its name. */
export interface AgentFields {
  readonly description?: string;
  readonly model?: string;
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly mcpServers?: readonly string[];
  readonly skills?: readonly string[];
  readonly instructions?: string;
}

const FENCE = /^---[ \t]*\r?$/u;

/** The file of a new agent. */
export function agentText({ instructions = "", ...head }: AgentFields): string {
  return joined(headText("", head) ?? "", `\n${instructions.trim()}\n`);
}

/**
 * The file of an agent with some fields changed; comments and other keys of its head stay, and so does the body
 * unless there are new instructions.
 * @returns undefined when its head cannot be read.
 */
export function changedAgentText(text: string, { instructions, ...head }: AgentFields): string | undefined {
  const { written, body } = parts(text);
  const changed = headText(written, head);
  if (changed === undefined) return undefined;
  return joined(changed, instructions === undefined ? body : `\n${instructions.trim()}\n`);
}

function parts(text: string): { written: string; body: string } {
  const lines = text.split("\n");
  const end = FENCE.test(lines[0] ?? "") ? lines.findIndex((line, at) => at > 0 && FENCE.test(line)) : -1;
  if (end === -1) return { written: "", body: text.startsWith("\n") ? text : `\n${text}` };
  return { written: `${lines.slice(1, end).join("\n")}\n`, body: lines.slice(end + 1).join("\n") };
}

function headText(written: string, fields: Omit<AgentFields, "instructions">): string | undefined {
  const document = parseDocument(written);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents)))
    return undefined;
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) document.set(key, document.createNode(value, { flow: Array.isArray(value) }));
  }
  return document.contents === null ? "" : document.toString({ lineWidth: 0 });
}

/** A body that itself starts with a fence would be read as a head. */
function joined(head: string, body: string): string {
  const bare = head === "" && !/^\s*---/u.test(body);
  return bare ? body.replace(/^\n/u, "") : `---\n${head}---\n${body}`;
}
