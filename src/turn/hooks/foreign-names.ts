/** How the programs whose hooks these are call our tools, and the arguments that they name differently. */
interface ForeignTool {
  readonly name: string;
  /** Our argument to theirs. */
  readonly arguments: Readonly<Record<string, string>>;
}

const FOREIGN: Readonly<Record<string, ForeignTool>> = {
  read: { name: "Read", arguments: { path: "file_path" } },
  write: { name: "Write", arguments: { path: "file_path" } },
  edit: { name: "Edit", arguments: {} },
  bash: { name: "Bash", arguments: {} },
  grep: { name: "Grep", arguments: { ignoreCase: "-i", context: "-C", limit: "head_limit" } },
  glob: { name: "Glob", arguments: {} },
  todowrite: { name: "TodoWrite", arguments: {} },
  skill: { name: "Skill", arguments: {} },
  task: { name: "Task", arguments: { agent_name: "subagent_type" } },
  web_fetch: { name: "WebFetch", arguments: {} },
  web_search: { name: "WebSearch", arguments: {} },
};

/** The name that a hook is given; MCP tools have one name everywhere. */
export function foreignName(tool: string): string {
  return foreignTool(tool)?.name ?? tool;
}

export function foreignInput(tool: string, input: unknown): unknown {
  return renamed(input, foreignTool(tool)?.arguments ?? {});
}

/** The way back, for an input that a hook changed. */
export function ownInput(tool: string, input: unknown): unknown {
  const entries = Object.entries(foreignTool(tool)?.arguments ?? {});
  return renamed(input, Object.fromEntries(entries.map(([own, foreign]) => [foreign, own])));
}

function foreignTool(tool: string): ForeignTool | undefined {
  return Object.hasOwn(FOREIGN, tool) ? FOREIGN[tool] : undefined;
}

function renamed(input: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [names[key] ?? key, value]));
}
