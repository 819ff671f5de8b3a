import { CANONICAL_ROLES, type CanonicalRole, SURFACES, type Surface } from "../../catalog/profile.ts";
import { HOST_KINDS, type HostKind } from "../../catalog/types.ts";
import type { ModelFacts } from "../../contract/model.ts";
import { positiveInteger, seconds, text } from "./flag-parsers.ts";
import { proposeAgents } from "./known-values.ts";

/** Flags that decide a turn's catalog; the same on every command that assembles one. */
export interface FactFlags {
  readonly agent?: string;
  readonly role?: CanonicalRole;
  readonly surface?: Surface;
  readonly host?: HostKind;
  readonly model?: string;
  readonly contextWindow?: number;
  readonly supports?: ModelFacts["supports"];
  readonly computerUse?: boolean;
}

/** Flags about MCP servers; the same on every command that starts them. */
export interface McpFlags {
  readonly mcpConfig?: readonly string[];
  readonly noMcp?: boolean;
  readonly trustProject?: boolean;
  /** Seconds. */
  readonly mcpTimeout?: number;
}

export const factFlags = {
  agent: {
    kind: "parsed",
    parse: text,
    brief: "Agent: a name, agent:NAME for a custom one named like a role, or a file",
    placeholder: "NAME|FILE",
    proposeCompletions: proposeAgents,
    optional: true,
  },
  role: {
    kind: "enum",
    values: CANONICAL_ROLES,
    brief: "Built-in agent (default: mavis, the main one)",
    optional: true,
  },
  surface: { kind: "enum", values: SURFACES, brief: "Where the agent runs (default: cli)", optional: true },
  host: { kind: "enum", values: HOST_KINDS, brief: "Another host's catalog (default: cli)", optional: true },
  model: {
    kind: "parsed",
    parse: text,
    brief: "PROVIDER/ID or an entry of models: (default: script/script)",
    placeholder: "MODEL",
    optional: true,
  },
  contextWindow: {
    kind: "parsed",
    parse: positiveInteger,
    brief: "The model's context window (default: 200000)",
    placeholder: "TOKENS",
    optional: true,
  },
  supports: {
    kind: "parsed",
    parse: parseSupports,
    brief: "What the model sees: image, video",
    placeholder: "KINDS",
    optional: true,
  },
  computerUse: {
    kind: "boolean",
    brief: "The computer-use runtime is on",
    optional: true,
    withNegated: false,
  },
} as const;

export const mcpFlags = {
  mcpConfig: {
    kind: "parsed",
    parse: text,
    brief: "More MCP servers, repeatable (must exist)",
    placeholder: "FILE",
    optional: true,
    variadic: true,
  },
  noMcp: { kind: "boolean", brief: "Start no MCP server", optional: true, withNegated: false },
  trustProject: {
    kind: "boolean",
    brief: "Read the workspace's own .mcp.json, which starts programs",
    optional: true,
    withNegated: false,
  },
  mcpTimeout: {
    kind: "parsed",
    parse: seconds,
    brief: "Deadline for each server to start and list (default: 30)",
    placeholder: "SECONDS",
    optional: true,
  },
} as const;

function parseSupports(input: string): ModelFacts["supports"] {
  const kinds = input.split(",").map((kind) => kind.trim());
  const unknown = kinds.find((kind) => kind !== "image" && kind !== "video" && kind !== "");
  if (unknown !== undefined) throw new RangeError(`expected image, video or both, got "${unknown}"`);
  return { image: kinds.includes("image"), video: kinds.includes("video") };
}
