import type { Diagnostic } from "../output/diagnostic.ts";

/** The whole configuration after defaults; every path in it is absolute (00-product "Configuration"). */
export interface Config {
  readonly agents: { readonly default: DefaultAgentConfig };
  /** The mcp.json server that counts as the Matrix server. */
  readonly builtinMatrix?: string;
  /** Environment variables `MAVIS_MCP_TOOL_SEARCH_*` are already applied. */
  readonly mcpToolSearch: McpToolSearchConfig;
  readonly toolResultCompaction: CompactionConfig;
  readonly beta: { readonly mcodeTools: boolean };
  readonly models: Readonly<Record<string, ModelConfig>>;
  readonly permissions: PermissionsConfig;
  readonly connectors: ConnectorsConfig;
  readonly tools: ToolsConfig;
  readonly lint: { readonly ignore: readonly LintIgnore[] };
  readonly serve: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  /** File with the hook commands. */
  readonly hooks?: string;
}

export interface DefaultAgentConfig {
  /** Ceiling over the 12 built-in ids; absent limits nothing. */
  readonly tools?: readonly string[];
  /** Ceiling over the 17 Matrix ids; absent limits nothing. */
  readonly builtinTools?: readonly string[];
  readonly features: { readonly mavis: boolean; readonly delegation: boolean; readonly webSearch: boolean };
}

export interface McpToolSearchConfig {
  readonly enabled: boolean;
  /** Patterns over `provider/id`; `*` is any run. */
  readonly modelWhitelist: readonly string[];
  /** Share of the context window, 0 to 1. */
  readonly thresholdPct: number;
  readonly minDeferCount: number;
  readonly topKDefault: number;
  readonly topKMax: number;
  readonly systemHint: boolean;
  /** Characters. */
  readonly maxSchemaTextLen: number;
}

/** Gate 3; sizes in KiB. */
export interface CompactionConfig {
  readonly maxInlineKiB: number;
  readonly perTool: Readonly<Record<string, number>>;
}

export interface ModelConfig {
  readonly provider: string;
  readonly id: string;
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string;
  /** Tokens. */
  readonly contextWindow?: number;
  readonly supports: { readonly image: boolean; readonly video: boolean };
}

export const PERMISSION_MODES = ["ask", "read-only", "accept-edits", "full"] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** Rules are texts here; the permissions room parses them and finds their place by `LoadedConfig.where`. */
export interface PermissionsConfig {
  /** Absent: the default of the command (60-turn). */
  readonly mode?: PermissionMode;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

export interface ConnectorsConfig {
  /** As written; `loadConnectorServers` expands `${VAR}` and gives entries. */
  readonly servers: Readonly<Record<string, RawMcpServer>>;
  readonly auth: ConnectorAuth;
  /** Answer lease requests although no verified `cli.mjs` is installed. */
  readonly lease: boolean;
  readonly region: "cn" | "en";
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly assets?: FolderOrUrl;
}

export type ConnectorAuth =
  | { readonly none: true }
  | { readonly env: string }
  | { readonly file: string }
  | { readonly command: readonly string[] }
  | { readonly oauth: { readonly issuer: string; readonly clientId: string } };

export type FolderOrUrl = { readonly folder: string } | { readonly url: string };

export const ENV_MODES = ["off", "scrub", "strict"] as const;
export type EnvMode = (typeof ENV_MODES)[number];

export interface ToolsConfig {
  readonly bash: {
    /** Absent: `off` on a terminal, else `scrub` (20-local-tools). */
    readonly envMode?: EnvMode;
    readonly envAllow: readonly string[];
  };
  /** CIDRs and host names that web_fetch may reach although they are not global. */
  readonly webFetch: { readonly allow: readonly string[] };
  readonly webSearch?: WebSearchConfig;
  readonly websiteDeploy?: FolderOrUrl;
  readonly edit: { readonly requireFresh: boolean };
  readonly memory: { readonly enabled: boolean };
}

export interface WebSearchConfig {
  readonly provider: "searxng" | "brave" | "tavily";
  readonly url?: string;
  readonly apiKeyEnv?: string;
}

export interface LintIgnore {
  readonly rule: string;
  readonly tool: string;
  readonly reason: string;
}

/** One server as files write it, before `${VAR}` expansion. */
export interface RawMcpServer {
  readonly type?: "stdio" | "http" | "streamable-http" | "sse";
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauth?: McpOAuthConfig;
  readonly timeoutMs?: number;
  readonly trustAnnotations?: boolean;
  readonly disabled?: boolean;
}

/** Static OAuth facts of one server; what is absent is found and registered as the SDK does it. */
export interface McpOAuthConfig {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly clientMetadataUrl?: string;
  readonly scope?: string;
}

/** Path into a document: keys of maps and indices of lists (from 0). */
export type DocumentPath = readonly (string | number)[];

export interface LoadedConfig {
  readonly config: Config;
  /** Warnings, in the order of the file; errors are thrown as a `Fault`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute path of the file that was read; undefined when there is none. */
  readonly path?: string;
  /** `file:line:column` of a value, or of the nearest thing above it that stands in the file. */
  where(path: DocumentPath): string;
}

/** One MCP server, ready to be started: `${VAR}` is expanded, `cwd` absolute. */
export type McpServerEntry = StdioServerEntry | RemoteServerEntry;

interface McpServerCommon {
  readonly name: string;
  /** Milliseconds for one call; the default applies when absent. */
  readonly timeoutMs?: number;
  /** Only then does `readOnlyHint` admit a tool to permission mode read-only. */
  readonly trustAnnotations: boolean;
  /** `file:line:column` of the entry. */
  readonly where: string;
  readonly origin: McpOrigin;
}

export interface StdioServerEntry extends McpServerCommon {
  readonly transport: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface RemoteServerEntry extends McpServerCommon {
  /** `sse` starts with the older transport; `http` may fall back to it. */
  readonly transport: "http" | "sse";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: McpOAuthConfig;
}

/** The file a server was read from, and who answers for it. */
export interface McpOrigin {
  readonly file: string;
  readonly scope: "data-dir" | "flag" | "project" | "connectors";
}

/** A value that must never show; `name` stands for it in `[secret NAME]`. */
export interface SecretValue {
  readonly name: string;
  readonly value: string;
}

export interface LoadedMcpServers {
  /** Names of servers that are there and cannot be used; `diagnostics` say why. */
  readonly broken?: readonly string[];
  /** In the order of the files; a server with a fault is not among them. */
  readonly servers: readonly McpServerEntry[];
  /** Faults of single servers, duplicates, unknown keys. */
  readonly diagnostics: readonly Diagnostic[];
  /** Values of 8 characters and more to be masked everywhere. */
  readonly secrets: readonly SecretValue[];
  /** Absolute paths of the files that were read. */
  readonly files: readonly string[];
}
