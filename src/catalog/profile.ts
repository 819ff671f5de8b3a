/** Where an agent runs: a person types, a command line, or a child of another agent's `task`. */
export const SURFACES = ["interactive", "cli", "task-child"] as const;
export type Surface = (typeof SURFACES)[number];

export const CANONICAL_ROLES = ["mavis", "explore", "worker", "verifier"] as const;
export type CanonicalRole = (typeof CANONICAL_ROLES)[number];

/** What an agent may have at most; a list that is absent limits nothing. */
export interface Ceiling {
  readonly tools?: readonly string[];
  readonly builtinTools?: readonly string[];
  readonly features: { readonly mavis: boolean; readonly delegation: boolean; readonly webSearch: boolean };
}

/** What an agent file asks for; entries may be catalog names, `server/tool`, and may end in `*`. */
export interface Selection {
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly mcpServers?: readonly string[];
  readonly skills?: readonly string[];
  /** `file:line:column` of each entry, where a file gives them. */
  readonly places?: Readonly<Partial<Record<SelectionKey, readonly string[]>>>;
}

export type SelectionKey = "tools" | "disallowedTools" | "mcpServers" | "skills";

export interface AgentProfile {
  readonly surface: Surface;
  readonly trustedBuiltin: boolean;
  readonly canonicalRole?: CanonicalRole;
  readonly ceiling: Ceiling;
  readonly selection: Selection;
}

/** The agent that owns a conversation: only it may delegate and only it sees the plan tools. */
export function isAuthoritativeMain(profile: AgentProfile | undefined): boolean {
  if (profile === undefined || !profile.trustedBuiltin || profile.canonicalRole !== "mavis") return false;
  return profile.surface === "interactive" || profile.surface === "cli";
}

/** A built-in sub-agent; its role, and no longer only its selection, limits it. */
export function isTrustedSubAgent(profile: AgentProfile | undefined): boolean {
  if (profile === undefined || !profile.trustedBuiltin) return false;
  return profile.canonicalRole !== undefined && profile.canonicalRole !== "mavis";
}
