import type { Judgement } from "./stages.ts";
import { remedies, texts } from "./texts.ts";
import { hostsOf, MEMORY_OFF_HOSTS } from "./tool-sets.ts";
import type { CatalogEntry, CatalogFacts, CatalogSources } from "./types.ts";

export interface SourcedEntry {
  readonly entry: CatalogEntry;
  readonly judgement: Judgement;
}

/**
 * The entries of all sources in catalog order, each with what stage `source` says: what the host does not
 * have, and MCP tools whose name is taken. Names that the other sources give twice are an error later on.
 */
export function judgeSources(sources: CatalogSources, facts: CatalogFacts): readonly SourcedEntry[] {
  const local = sources.local.map((entry) => ({ entry, judgement: byHost(entry, facts) }));
  const native = new Set(local.flatMap(({ entry, judgement }) => (isDrop(judgement) ? [] : [nameOf(entry)])));
  const owners = new Map<string, string>();
  const mcp = sources.mcp.map((entry) => ({ entry, judgement: byName(entry, native, owners) }));
  const rest = [...sources.goal, ...sources.extensions].map((entry) => ({ entry, judgement: PASS }));
  return [...local, ...mcp, ...rest].map((sourced) => withheld(sourced, sources.withheld));
}

function withheld({ entry, judgement }: SourcedEntry, names: CatalogSources["withheld"]): SourcedEntry {
  const reason = names?.get(nameOf(entry));
  if (reason === undefined || isDrop(judgement)) return { entry, judgement };
  return { entry, judgement: { verdict: "drop", reason, bringIn: [remedies.lock] } };
}

const PASS: Judgement = { verdict: "pass" };

function byHost(entry: CatalogEntry, { host, memory }: CatalogFacts): Judgement {
  const name = nameOf(entry);
  const hosts = hostsOf(name);
  if (hosts !== undefined && !hosts.includes(host)) {
    return { verdict: "drop", reason: texts.notOnHost(host, hosts), bringIn: [remedies.host(hosts)] };
  }
  if (name === "memory" && !memory && MEMORY_OFF_HOSTS.includes(host)) {
    return { verdict: "drop", reason: texts.memoryOff(host), bringIn: [remedies.memory] };
  }
  return PASS;
}

/** Only a Matrix tool keeps its own name; two of one catalog name otherwise take a forged hash suffix. */
function byName(entry: CatalogEntry, native: ReadonlySet<string>, owners: Map<string, string>): Judgement {
  const name = nameOf(entry);
  const owner = owners.get(name);
  owners.set(name, owner ?? entry.owner);
  if (native.has(name)) {
    return { verdict: "drop", reason: texts.likeNative(name), bringIn: [remedies.rename] };
  }
  if (owner !== undefined) {
    return { verdict: "drop", reason: texts.nameTaken(owner), bringIn: [remedies.rename] };
  }
  return PASS;
}

function nameOf(entry: CatalogEntry): string {
  return entry.tool.def.name;
}

function isDrop(judgement: Judgement): boolean {
  return judgement.verdict === "drop";
}
