import type { CanonicalRole } from "./profile.ts";
import type { HostKind } from "./types.ts";

/** Tools that start other agents; only the authoritative main has them. */
export const DELEGATION: readonly string[] = ["task", "task_append"];

/** Tools that look at or end running tasks. */
export const TASK_CONTROLS: readonly string[] = ["task_query", "task_output", "task_stop"];

/** The prefix of tools that need the computer-use runtime. */
export const DESKTOP_PREFIX = "desktop_";

/** What a child of `task` never has (30-catalog, stage `surface`). */
export const NOT_FOR_CHILDREN: readonly string[] = ["task", "task_append", "todowrite", "ask_user"];

const NOT_FOR_VERIFIER: readonly string[] = [
  "write",
  "edit",
  "website_deploy",
  "todowrite",
  "task",
  "task_append",
  "memory",
  "ask_user",
  "request_feature_enable",
];

interface RoleLimit {
  readonly tools: readonly string[];
  /** Whether all `desktop_*` tools go too. */
  readonly desktop: boolean;
  /** Whether MCP tools go, but for the Matrix `web_search`. */
  readonly mcp: boolean;
}

/** What a built-in sub-agent does not have, by role (30-catalog, stages `role` and `role-mcp`). */
export const ROLE_LIMITS: Readonly<Record<Exclude<CanonicalRole, "mavis">, RoleLimit>> = {
  worker: { tools: DELEGATION, desktop: false, mcp: false },
  verifier: { tools: NOT_FOR_VERIFIER, desktop: true, mcp: true },
  explore: { tools: [...NOT_FOR_VERIFIER, ...TASK_CONTROLS], desktop: true, mcp: true },
};

/** Hosts on which a local tool exists; a tool that is not named here exists on all (30-catalog "Sources"). */
export function hostsOf(name: string): readonly HostKind[] | undefined {
  if (name === "web_search") return ["electron", "tui", "cli"];
  if (name === "browser" || name.startsWith(DESKTOP_PREFIX)) return ["electron"];
  return undefined;
}

/** Hosts on which `memory` stays off unless the configuration turns it on. */
export const MEMORY_OFF_HOSTS: readonly HostKind[] = ["cli", "tui"];
