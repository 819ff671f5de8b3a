import type { Config } from "../config/types.ts";
import { type ModelFacts, SCRIPT_MODEL } from "../contract/model.ts";
import type { AgentProfile, CanonicalRole, Selection, Surface } from "./profile.ts";
import type { CatalogFacts, HostKind } from "./types.ts";

/** What the command line, or another caller, knows of the turn. */
export interface FactRequest {
  readonly host?: HostKind;
  readonly surface?: Surface;
  /** A built-in agent; `mavis` when neither this nor `custom` is given. */
  readonly role?: CanonicalRole;
  /** A custom agent: never trusted, without a role, whatever it is called. */
  readonly custom?: { readonly name: string } & Selection;
  readonly model?: ModelFacts;
  readonly computerUse?: boolean;
  readonly plan?: boolean;
  readonly goal?: boolean;
  /** `MAVIS_LOCAL_RUNTIME_DISABLE_TOOLS=1`, see `toolsDisabled`. */
  readonly disabled?: boolean;
}

/** The facts that a catalog is assembled by: what is asked for, over the configuration, over the defaults. */
export function catalogFacts(config: Config, request: FactRequest): CatalogFacts {
  return {
    host: request.host ?? "cli",
    agent: request.custom?.name ?? request.role ?? "mavis",
    profile: profileOf(config, request),
    model: request.model ?? SCRIPT_MODEL,
    computerUse: request.computerUse ?? false,
    plan: request.plan ?? false,
    goal: request.goal ?? false,
    memory: config.tools.memory.enabled,
    disabled: request.disabled ?? false,
    disclosure: config.mcpToolSearch,
  };
}

/** Whether the environment turns every tool off. */
export function toolsDisabled(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.MAVIS_LOCAL_RUNTIME_DISABLE_TOOLS === "1";
}

function profileOf(config: Config, { surface = "cli", role, custom }: FactRequest): AgentProfile {
  const ceiling = config.agents.default;
  if (custom !== undefined) {
    const { name: _, ...selection } = custom;
    return {
      surface,
      trustedBuiltin: false,
      ceiling,
      selection,
    };
  }
  return { surface, trustedBuiltin: true, canonicalRole: role ?? "mavis", ceiling, selection: {} };
}
