import type { PermissionCall, ToolFacts } from "./types.ts";

/** What a call really calls. */
export interface Subject {
  readonly name: string;
  readonly input: unknown;
  readonly facts: ToolFacts;
  /** turnkit's own: only these have a row of their own in the table of modes. */
  readonly own: boolean;
  /** Set when the call came through it: deny rules may name it too. */
  readonly through?: "mcp_invoke";
}

/** Looks through `mcp_invoke`, which is judged as the tool it names; undefined when it names none. */
export function subjectOf(
  call: PermissionCall,
  toolFacts: ((name: string) => ToolFacts | undefined) | undefined,
): Subject | undefined {
  if (call.name !== "mcp_invoke") return subject(call.name, call.input, call, toolFacts);
  const name = property(call.input, "tool_name");
  if (typeof name !== "string" || name === "" || name === "mcp_invoke") return undefined;
  const found = subject(
    name,
    property(call.input, "arguments") ?? {},
    { ...call, source: "configured" },
    toolFacts,
  );
  return { ...found, own: false, through: "mcp_invoke" };
}

function subject(
  name: string,
  input: unknown,
  call: PermissionCall,
  toolFacts: ((name: string) => ToolFacts | undefined) | undefined,
): Subject {
  const facts = toolFacts?.(name) ?? { name, source: call.source };
  const foreign = facts.server !== undefined || /^(mcp|connector)__/.test(name);
  const source = facts.source ?? call.source;
  return { name, input, facts, own: !foreign && source !== "configured" && source !== "builtin-matrix" };
}

/** An own property of something that a model sent. */
export function property(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
