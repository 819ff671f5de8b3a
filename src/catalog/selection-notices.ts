import { BUILTIN_TOOL_IDS, MATRIX_TOOL_IDS } from "../config/tool-ids.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { nearest } from "../output/nearest.ts";
import { knownToolNames } from "./known-tools.ts";
import { foldName, listNames, selectorNames } from "./matching.ts";
import type { Selection } from "./profile.ts";
import { texts } from "./texts.ts";
import { DESKTOP_PREFIX } from "./tool-sets.ts";
import type { CatalogFacts, CatalogSources } from "./types.ts";

/**
 * Entries of an agent's lists that name nothing: a tool that no source has and this program does not know, a server
 * that no file has. Where servers were left out or did not answer, what may be theirs is not judged.
 */
export function selectionNotices({ profile }: CatalogFacts, sources: CatalogSources): readonly Diagnostic[] {
  const selection = profile?.selection;
  if (selection === undefined) return [];
  const notices = new Notices(selection, sources);
  return [...notices.ofTools("tools"), ...notices.ofTools("disallowedTools"), ...notices.ofServers()];
}

class Notices {
  readonly #selection: Selection;
  readonly #servers: CatalogSources["servers"];
  readonly #toolNames: readonly string[];

  constructor(selection: Selection, sources: CatalogSources) {
    const { local, mcp, goal, extensions } = sources;
    this.#selection = selection;
    this.#servers = sources.servers;
    const found = [local, mcp, goal, extensions].flatMap((entries) => entries.flatMap(selectorNames));
    this.#toolNames = [...found, ...knownToolNames(), ...BUILTIN_TOOL_IDS, ...MATRIX_TOOL_IDS];
  }

  ofTools(key: "tools" | "disallowedTools"): readonly Diagnostic[] {
    return this.#unmatched(key, this.#toolNames).flatMap(({ entry, where }) => {
      if (this.#mayBeThere(foldName(entry))) return [];
      const message = texts.selectsNoTool(key, entry, nearest(entry, new Set(this.#toolNames)));
      return [{ severity: "warning", code: "agent_unknown_tool", message, where } as const];
    });
  }

  ofServers(): readonly Diagnostic[] {
    const { known } = this.#servers ?? {};
    if (known === undefined) return [];
    return this.#unmatched("mcpServers", known).map(({ entry, where }) => {
      const message = texts.selectsNoServer(entry, nearest(entry, known));
      return { severity: "warning", code: "agent_unknown_server", message, where } as const;
    });
  }

  #unmatched(key: "tools" | "disallowedTools" | "mcpServers", names: readonly string[]) {
    const { [key]: entries = [], places } = this.#selection;
    return entries.flatMap((entry, index) =>
      listNames([entry], names) ? [] : [{ entry, where: places?.[key]?.[index] }],
    );
  }

  /** Tools of connectors come with a turn only, those of the computer-use runtime with an application. */
  #mayBeThere(folded: string): boolean {
    if (folded.startsWith("connector__") || folded.startsWith(DESKTOP_PREFIX)) return true;
    const ofServer = folded.startsWith("mcp__") || folded.includes("/") || folded.endsWith("*");
    return ofServer && this.#servers?.complete !== true;
  }
}
