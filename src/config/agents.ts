import { statSync } from "node:fs";
import { join } from "node:path";
import { type Fault, isFault } from "../output/fault.ts";
import { nearest } from "../output/nearest.ts";
import type { AgentFile } from "./agent-file.ts";
import type { DataDir } from "./data-dir.ts";
import { configFault } from "./errors.ts";
import { entriesOf } from "./folder-entries.ts";
import type { Host } from "./host.ts";
import { expandPath } from "./paths.ts";

/** What `--agent` (or `task`'s `agent_name`) chose. */
export type AgentChoice<Role extends string> =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "custom"; readonly agent: AgentFile };

/** The custom agents of the data dir. */
export interface AgentListing {
  /** Sorted by name. */
  readonly agents: readonly AgentFile[];
  /** Files that cannot be used, and why; choosing one of them throws its fault. */
  readonly broken: readonly { readonly name: string; readonly file: string; readonly fault: Fault }[];
}

/** Reads `NAME.md` and `NAME/agent.md` of the agents folder; a folder that is missing holds none. */
export async function loadAgents(dataDir: DataDir): Promise<AgentListing> {
  const agents: AgentFile[] = [];
  const broken: { name: string; file: string; fault: Fault }[] = [];
  for (const { name, file } of agentFiles(dataDir.agents)) {
    try {
      const agent = await readAgent(file, { fallbackName: name });
      if (agent !== undefined) agents.push(agent);
    } catch (error) {
      if (!isFault(error)) throw error;
      broken.push({ name, file, fault: error });
    }
  }
  agents.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return { agents, broken };
}

/**
 * The agent that a text means: a role's name, the name of a custom agent, `agent:NAME` for a custom one that is
 * named like a role, or a file (a path, or anything ending in `.md`). Names are looked up among what is there.
 * @throws Fault, exit 2: unknown (with the nearest names), ambiguous, or a broken file (with positions).
 */
export async function chooseAgent<Role extends string>(
  text: string,
  options: {
    readonly dataDir: DataDir;
    readonly host: Pick<Host, "cwd" | "home">;
    readonly roles: readonly Role[];
    /** A model chooses: it may name what is there, not open files. */
    readonly namesOnly?: boolean;
  },
): Promise<AgentChoice<Role>> {
  const { dataDir, host, roles } = options;
  const role = roles.find((name) => name === text);
  if (role !== undefined) return { kind: "role", role };
  if (options.namesOnly !== true && /[/\\]|\.md$/iu.test(text))
    return { kind: "custom", agent: await agentOfFile(text, host) };
  const name = text.startsWith("agent:") ? text.slice("agent:".length) : text;
  return { kind: "custom", agent: pick(name, await loadAgents(dataDir), text === name ? roles : []) };
}

/** An agent's name, what it may use, and where its file says so. */
export function selectionOf({ name, tools, disallowedTools, mcpServers, skills, places }: AgentFile) {
  return { name, tools, disallowedTools, mcpServers, skills, places };
}

async function agentOfFile(shown: string, host: Pick<Host, "cwd" | "home">): Promise<AgentFile> {
  const path = expandPath(shown, host.cwd, host.home);
  const fallbackName = (shown.split(/[/\\]/u).at(-1) ?? shown).replace(/\.md$/iu, "");
  const agent = await readAgent(path, { fallbackName, shown });
  if (agent === undefined) throw configFault.agentFileMissing(shown);
  return agent;
}

/** Most data dirs hold no agents, and every catalog looks for them: the reader is loaded with the first. */
async function readAgent(...file: Parameters<typeof import("./agent-file.ts").readAgentFile>) {
  const { readAgentFile } = await import("./agent-file.ts");
  return readAgentFile(...file);
}

function pick(name: string, listing: AgentListing, roles: readonly string[]): AgentFile {
  const broken = listing.broken.find((entry) => entry.name === name);
  if (broken !== undefined) throw broken.fault;
  const [found, second] = listing.agents.filter((agent) => agent.name === name);
  if (found === undefined) {
    const names = listing.agents.map((agent) => agent.name);
    throw configFault.agentUnknown(name, nearest(name, [...roles, ...names]));
  }
  if (second !== undefined) throw configFault.agentAmbiguous(name, [found.file, second.file]);
  return found;
}

function agentFiles(folder: string): { name: string; file: string }[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && entry.endsWith(".md")) return [{ name: entry.slice(0, -3), file: path }];
    return found?.isDirectory() ? [{ name: entry, file: join(path, "agent.md") }] : [];
  });
}
