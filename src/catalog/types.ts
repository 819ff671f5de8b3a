import type { McpToolSearchConfig } from "../config/types.ts";
import type { ModelFacts } from "../contract/model.ts";
import type { AnyTool, ToolSource } from "../contract/tool.ts";
import type { ServerTool } from "../mcp/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import type { AgentProfile } from "./profile.ts";

export const HOST_KINDS = ["cli", "tui", "electron", "server"] as const;
/** The program that a catalog is assembled for; turnkit itself is `cli`. */
export type HostKind = (typeof HOST_KINDS)[number];

/** Everything the pipeline decides by, frozen: the same facts and sources give the same catalog. */
export interface CatalogFacts {
  readonly host: HostKind;
  /** The agent's name as asked for; `mavis` is the default one. */
  readonly agent: string;
  /** Absent: only the stages 1 to 4 apply, and delegation is dropped. */
  readonly profile?: AgentProfile;
  readonly model: ModelFacts;
  /** Whether the computer-use runtime is on. */
  readonly computerUse: boolean;
  readonly plan: boolean;
  /** Whether a goal is set. */
  readonly goal: boolean;
  /** `tools.memory.enabled`. */
  readonly memory: boolean;
  /** `MAVIS_LOCAL_RUNTIME_DISABLE_TOOLS=1`: no tool at all. */
  readonly disabled: boolean;
  readonly disclosure: McpToolSearchConfig;
}

/** One tool of one source, before any filter. */
export interface CatalogEntry {
  readonly tool: AnyTool;
  readonly source: ToolSource;
  readonly kind: "local" | "mcp" | "disclosure" | "goal" | "extension";
  /** The words that name the owner in errors: "the local registry", `server "github"`. */
  readonly owner: string;
  /** MCP only: the server, and the name that the server itself gives the tool. */
  readonly serverName?: string;
  readonly serverToolName?: string;
  /** MCP only: what the server declares of the tool that the model does not read. */
  readonly declared?: Pick<ServerTool, "title" | "annotations" | "outputSchema">;
  /** MCP only: `file:line:column` of the server's entry. */
  readonly where?: string;
}

export interface CatalogSources {
  readonly local: readonly CatalogEntry[];
  readonly mcp: readonly CatalogEntry[];
  readonly goal: readonly CatalogEntry[];
  readonly extensions: readonly CatalogEntry[];
  /** Names of all servers that may be named, and whether each gave its tools; absent: nothing is known of them. */
  readonly servers?: { readonly known: readonly string[]; readonly complete: boolean };
  /** By catalog name: what a lock file withholds, and why. */
  readonly withheld?: ReadonlyMap<string, string>;
  /** What gathering met: servers that failed, tools set aside. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The stages in order; `source` and `disclosure` frame the filters (30-catalog). */
export const STAGE_NAMES = [
  "source",
  "model",
  "computer-use",
  "selector",
  "mcp-server",
  "delegation",
  "surface",
  "feature",
  "ceiling",
  "role",
  "role-mcp",
  "goal",
  "disclosure",
] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** One way to bring a dropped tool in: the kind of change ("flag", "configuration"), and the change. */
export interface Remedy {
  readonly what: string;
  readonly how: string;
}

export interface StageVerdict {
  readonly stage: StageName;
  readonly verdict: "pass" | "drop" | "n/a";
  /** Why it was dropped, or what stage `disclosure` decided. */
  readonly reason?: string;
}

export interface CatalogTool {
  readonly entry: CatalogEntry;
  /** The catalog name. */
  readonly name: string;
  readonly status: "offered" | "deferred" | "dropped";
  /** One verdict per stage; after a drop the rest is `n/a`. */
  readonly stages: readonly StageVerdict[];
  /** Of the drop. */
  readonly stage?: StageName;
  readonly reason?: string;
  /** What would bring a dropped tool in. */
  readonly bringIn?: readonly Remedy[];
  /** `ceil(UTF-16 length of the JSON {name, description, schema} / 4)`. */
  readonly estimatedTokens: number;
}

export interface CatalogTotals {
  readonly offered: number;
  readonly deferred: number;
  readonly dropped: number;
  /** Of the offered tools. */
  readonly estimatedTokens: number;
  readonly contextWindow: number;
  /** `estimatedTokens / contextWindow`, rounded to 4 decimals; 0 without a usable window. */
  readonly share: number;
}

export interface Catalog {
  readonly facts: CatalogFacts;
  /** Offered in catalog order, then deferred, then dropped in the order the pipeline met them. */
  readonly tools: readonly CatalogTool[];
  readonly totals: CatalogTotals;
  readonly diagnostics: readonly Diagnostic[];
  /** Servers whose instructions a lock file withholds. */
  readonly muted?: ReadonlySet<string>;
  /** Goes before the user's prompt when tools were deferred and `systemHint` is on. */
  readonly hint?: string;
}

/** One tool with every stage's word; `entry` is absent where no source has it. */
export interface ExplainedTool {
  readonly tool: string;
  readonly status: CatalogTool["status"];
  readonly stages: readonly StageVerdict[];
  readonly bringIn?: readonly Remedy[];
  readonly entry?: CatalogEntry;
}

/** What the permission engine would say of a call of the tool. */
export interface PermissionVerdict {
  readonly mode: string;
  readonly verdict: "run" | "ask" | "refuse";
  /** One sentence for people. */
  readonly text: string;
}
