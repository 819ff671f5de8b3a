import type { Environment } from "../config/host.ts";
import type { McpServerEntry } from "../config/types.ts";
import type { ExecutionMode } from "../contract/tool.ts";
import type { ArtifactStore } from "../output/artifacts/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";

/** A tool as a server declares it, after mending: `inputSchema` is always an object with `type`. */
export interface ServerTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations: ToolAnnotations;
}

/** Hints of an untrusted party (40-mcp). */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** One block of a `tools/call` answer, as it came. */
export interface RawContent {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface RawCallResult {
  readonly content: readonly RawContent[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/** What a server asks the user for: its words, and the form of the answer (JSON schema). */
export interface ElicitRequest {
  readonly server: string;
  readonly message: string;
  readonly schema: unknown;
}

export type ElicitReply =
  | { readonly action: "accept"; readonly content: Record<string, unknown> }
  /** `endsTurn`: the user pressed Ctrl-C and wants nothing more of what is going on. */
  | { readonly action: "decline" | "cancel"; readonly endsTurn?: true };

/** Asks the user on behalf of a server; absent where there is no user. */
export type Elicit = (request: ElicitRequest, signal?: AbortSignal) => Promise<ElicitReply>;

export type ServerPhase = "starting" | "listing" | "ready" | "failed";

export interface ConnectOptions {
  /** Absolute; answered to `roots/list`, and the cwd of servers without one. */
  readonly workspace: string;
  /** What server processes inherit, before the entry's own `env`. */
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly clientVersion: string;
  /** Milliseconds that start and listing of one server share (`--mcp-timeout`). */
  readonly timeoutMs?: number;
  /** Ends starting and listing; calls have their own signal. */
  readonly signal?: AbortSignal;
  readonly elicit?: Elicit;
  readonly onPhase?: (server: string, phase: ServerPhase) => void;
}

/** One server, alive or failed; a failed one has no tools and says why in `diagnostics`. */
export interface ServerConnection {
  readonly entry: McpServerEntry;
  readonly ok: boolean;
  readonly tools: readonly ServerTool[];
  /** From initialize; goes before the user's prompt, named and cut. */
  readonly instructions?: string;
  readonly version?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Set when the tools are from the cache and the server was not started: milliseconds since the epoch. */
  readonly cachedAt?: number;
  /** True after `tools/list_changed`; `list` between turns clears it. */
  readonly stale: boolean;
  /** Fetches the tools again; the old ones stay when it fails. */
  list(): Promise<readonly ServerTool[]>;
  /** @throws Fault `call_timeout`, `server_died`, `call_refused`; the server stays usable after the first. */
  call(tool: string, args: Record<string, unknown>, options?: CallOptions): Promise<RawCallResult>;
  close(): Promise<void>;
}

export interface Connections {
  readonly servers: readonly ServerConnection[];
  /** Ends every server, descendants included; safe to call twice. */
  close(): Promise<void>;
}

/** What a turn gives to the tools made of server tools. */
export interface McpToolServices {
  readonly artifacts: ArtifactStore;
  readonly supportsImages: boolean;
}

/** Mode by 40-mcp: `readOnlyHint` gives parallel. */
export function executionModeOf(tool: ServerTool): ExecutionMode {
  return tool.annotations.readOnlyHint === true ? "parallel" : "sequential";
}
