import type { PermissionMode } from "../config/types.ts";
import type { PathGuard } from "../contract/path-guard.ts";
import type { ToolSource } from "../contract/tool.ts";

/** Where things are in this turn; every path absolute. Who assembles the turn fills it in once. */
export interface PathPlaces {
  readonly workspace: string;
  readonly home: string;
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  /** The configuration in use: `--config FILE`, else `<data dir>/config.yaml`. */
  readonly configFile?: string;
  /** This session's own folder: readable in every mode. */
  readonly sessionDir?: string;
  /** Folders of trusted skills: readable in every mode. */
  readonly skillDirs?: readonly string[];
  /** Further folders that nothing may open (the runtime dir of mcode-tools); `auth` and `run` are always in. */
  readonly ownDirs?: readonly string[];
}

/** One path that the user, or a rule, has let one call have beyond its mode. */
export interface PathGrant {
  readonly realPath: string;
  /** Whether everything below the folder is granted too (the root of a search). */
  readonly below: boolean;
}

/** What the engine knows of a tool besides its name; the catalog supplies it. */
export interface ToolFacts {
  /** Catalog name. */
  readonly name: string;
  /** Absent counts as turnkit's own. */
  readonly source?: ToolSource;
  /** For MCP tools and connectors: the names that the server itself uses. */
  readonly server?: string;
  readonly serverTool?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  /** The server's entry says so; without it no annotation admits anything (40-mcp). */
  readonly trustAnnotations?: boolean;
}

/** One call to be judged: its catalog name (for `mcp_invoke` too: the engine looks through it) and its input. */
export interface PermissionCall {
  readonly name: string;
  readonly input: unknown;
  readonly source?: ToolSource;
}

export type PermissionDecision = "allow" | "ask" | "deny";

export interface PermissionVerdict {
  readonly decision: PermissionDecision;
  /** Catalog name of the tool that was judged; for `mcp_invoke` the one it names. */
  readonly tool: string;
  /** What spoke, for programs: `mode:ask`, `rule:deny bash(rm*)`, `protected-path`, `secret-list`, … */
  readonly by: string;
  /** One sentence with the rule or the mode. */
  readonly reason: string;
  /** Further facts worth telling: limits of the rules, what was understood of a command. */
  readonly notes: readonly string[];
  /** The rules that "this session" and "always" would add; empty where no rule can allow the call. */
  readonly rules: readonly string[];
  /** What an allowed call may touch beyond its mode. */
  readonly grants: readonly PathGrant[];
}

/** What `catalog explain` says of a tool whose arguments are not known yet. */
export interface ToolPermission {
  readonly mode: PermissionMode;
  readonly verdict: "run" | "ask" | "refuse";
  /** One sentence for people. */
  readonly text: string;
}

/** A question to the user. The text of it comes from a model: whoever shows it makes it harmless first. */
export interface PermissionQuestion {
  readonly verdict: PermissionVerdict;
  readonly call: PermissionCall;
  readonly workspace: string;
  /** The files that the call would reach if it were allowed, for showing what would change. */
  readonly paths: PathGuard;
  /** For MCP tools: whose tool it is, by the server's own names. */
  readonly facts?: ToolFacts;
  /** Takes turnkit's own secrets out of a text that is shown. */
  mask(text: string): string;
}

export type PermissionReply =
  | { readonly answer: "once" | "session" | "always" | "deny" }
  /** Ctrl-C: denied, and the turn ends. */
  | { readonly answer: "end" };

/** Asks on a terminal. Only one question is open at a time. Rejecting counts as a denial. */
export type AskUser = (question: PermissionQuestion, signal?: AbortSignal) => Promise<PermissionReply>;
