import type { Diagnostic } from "../output/diagnostic.ts";
import { nearest } from "../output/nearest.ts";
import { configFault } from "./errors.ts";
import { readFrontMatter } from "./front-matter.ts";
import { HeadValues } from "./head-values.ts";
import { MAX_AGENT_NAME_CHARS } from "./limits.ts";
import type { MapEntry } from "./source-node.ts";
import { readSource } from "./source-text.ts";
import { texts } from "./texts.ts";
import { visibleNameProblem } from "./visible-name.ts";

/** A custom agent: what it omits it inherits from the ceiling (30-catalog "The agent profile"). */
export interface AgentFile {
  readonly name: string;
  readonly description?: string;
  readonly model?: string;
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly mcpServers?: readonly string[];
  readonly skills?: readonly string[];
  /** `file:line:column` of each entry of these lists. */
  readonly places: Readonly<Record<(typeof LIMITS)[number], readonly string[]>>;
  /** The markdown behind the head: what the agent is told. */
  readonly instructions: string;
  /** Absolute, or as it was typed. */
  readonly file: string;
  /** Keys of other programs that mean nothing here. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Keys that limit: a slip of the pen in one of them is a fault. */
const LIMITS = ["tools", "disallowedTools", "mcpServers", "skills"] as const;
const KEYS: readonly string[] = ["name", "description", "model", ...LIMITS];

/**
 * Reads one agent file; undefined when there is none. `fallbackName` is its name when the head gives none.
 * @throws Fault `agent_invalid` or `syntax` (exit 2) with every wrong value of the head and its position.
 */
export async function readAgentFile(
  path: string,
  options: { readonly fallbackName: string; readonly shown?: string },
): Promise<AgentFile | undefined> {
  const source = readSource(path, { role: texts.roles.agent, shown: options.shown });
  if (source === undefined) return undefined;
  const matter = await readFrontMatter(source, texts.roles.agent);
  const head = new HeadValues(matter);
  const diagnostics = head.entries
    .filter(({ key }) => !KEYS.includes(key))
    .flatMap((entry) => unknownKey(entry, head));
  const name = head.text("name") ?? options.fallbackName;
  const nameProblem = visibleNameProblem(name, MAX_AGENT_NAME_CHARS);
  if (nameProblem !== undefined) {
    const offset = head.entries.find(({ key }) => key === "name")?.value.offset ?? 0;
    head.problems.push({ what: texts.agentName(nameProblem), where: head.where(offset) });
  }
  const agent: AgentFile = {
    name,
    description: head.text("description"),
    model: head.text("model"),
    tools: head.names("tools"),
    disallowedTools: head.names("disallowedTools"),
    mcpServers: head.names("mcpServers"),
    skills: head.names("skills"),
    places: {
      tools: head.placesOf("tools"),
      disallowedTools: head.placesOf("disallowedTools"),
      mcpServers: head.placesOf("mcpServers"),
      skills: head.placesOf("skills"),
    },
    instructions: matter.body.trim(),
    file: source.file,
    diagnostics,
  };
  const [first, ...others] = head.problems;
  if (first !== undefined) throw configFault.agentInvalid(first, others);
  return agent;
}

function unknownKey({ key, keyOffset }: MapEntry, head: HeadValues): Diagnostic[] {
  const meant = nearest(key, KEYS);
  const where = head.where(keyOffset);
  if (meant.some((name) => LIMITS.some((limit) => limit === name))) {
    head.problems.push({ what: texts.headKey(key), where, hint: texts.didYouMean(meant) });
    return [];
  }
  return [{ severity: "info", code: "agent_unknown_key", message: texts.headKeyIgnored(key), where }];
}
