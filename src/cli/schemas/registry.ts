import type { TSchema } from "@sinclair/typebox";

/** A schema that `turnkit schema` prints; its definition is loaded when it is asked for. */
export interface NamedSchema {
  /** A file's name, or the words of the command whose JSON it describes, joined by hyphens. */
  readonly name: string;
  readonly about: string;
  readonly load: () => Promise<TSchema>;
}

/** Files first, then outputs by command. */
export const SCHEMAS: readonly NamedSchema[] = [
  {
    name: "config",
    about: "config.yaml",
    load: async () => (await import("../../config/schema.ts")).ConfigSchema,
  },
  {
    name: "lock",
    about: "turnkit.lock.json",
    load: async () => (await import("./catalog-checks.ts")).LockSchema,
  },
  { name: "mcp", about: "mcp.json", load: async () => (await import("./mcp.ts")).McpFileSchema },
  {
    name: "turn-script",
    about: "script of run-turn --script",
    load: async () => (await import("../../turn/script/schema.ts")).TurnScriptSchema,
  },
  {
    name: "call",
    about: "call TOOL --json",
    load: async () => (await import("./turn.ts")).CallSchema,
  },
  {
    name: "call-dry-run",
    about: "call TOOL --dry-run --json",
    load: async () => (await import("./turn.ts")).CallDryRunSchema,
  },
  {
    name: "catalog",
    about: "catalog --format json",
    load: async () => (await import("./catalog.ts")).CatalogSchema,
  },
  {
    name: "catalog-check",
    about: "catalog check --format json",
    load: async () => (await import("./catalog-checks.ts")).CatalogDifferenceSchema,
  },
  {
    name: "catalog-diff",
    about: "catalog diff A B --format json",
    load: async () => (await import("./catalog-checks.ts")).CatalogDifferenceSchema,
  },
  {
    name: "catalog-explain",
    about: "catalog explain TOOL --format json",
    load: async () => (await import("./catalog.ts")).CatalogExplainSchema,
  },
  {
    name: "catalog-lint",
    about: "catalog lint --format json",
    load: async () => (await import("./catalog-checks.ts")).CatalogLintSchema,
  },
  {
    name: "catalog-lock",
    about: "catalog lock --format json",
    load: async () => (await import("./catalog-checks.ts")).CatalogLockSchema,
  },
  {
    name: "catalog-search",
    about: "catalog search QUERY --format json",
    load: async () => (await import("./catalog-checks.ts")).CatalogSearchSchema,
  },
  { name: "doctor", about: "doctor --json", load: async () => (await import("./doctor.ts")).DoctorSchema },
  {
    name: "fetch-mcode-tools",
    about: "fetch-mcode-tools --json",
    load: async () => (await import("./fetch.ts")).FetchMcodeToolsSchema,
  },
  {
    name: "lease-env",
    about: "lease env --json",
    load: async () => (await import("./lease.ts")).LeaseEnvSchema,
  },
  {
    name: "lease-status",
    about: "lease status --json",
    load: async () => (await import("./lease.ts")).LeaseStatusSchema,
  },
  {
    name: "mcode-tools-auth-status",
    about: "mcode-tools auth status",
    load: async () => (await import("./lease.ts")).AuthStatusSchema,
  },
  {
    name: "mcode-tools-connector-tool",
    about: "mcode-tools connector tool NAME",
    load: async () => (await import("./lease.ts")).ConnectorToolSchema,
  },
  {
    name: "mcode-tools-connector-tools",
    about: "mcode-tools connector tools",
    load: async () => (await import("./lease.ts")).ConnectorToolsSchema,
  },
  {
    name: "mcode-tools-get-asset-url",
    about: "mcode-tools get-asset-url NODE_ID",
    load: async () => (await import("./lease.ts")).AssetUrlSchema,
  },
  {
    name: "mcode-tools-upload-temp-url",
    about: "mcode-tools upload-temp-url FILE",
    load: async () => (await import("./lease.ts")).TempUrlSchema,
  },
  { name: "mcp-add", about: "mcp add --json", load: async () => (await import("./mcp.ts")).McpAddSchema },
  {
    name: "mcp-import",
    about: "mcp import --json",
    load: async () => (await import("./mcp.ts")).McpImportSchema,
  },
  { name: "mcp-list", about: "mcp list --json", load: async () => (await import("./mcp.ts")).McpListSchema },
  {
    name: "mcp-remove",
    about: "mcp remove --json",
    load: async () => (await import("./mcp.ts")).McpRemoveSchema,
  },
  {
    name: "run-turn",
    about: "run-turn --format json",
    load: async () => (await import("./turn.ts")).RunTurnSchema,
  },
  {
    name: "run-turn-event",
    about: "one line of run-turn --format stream-json",
    load: async () => (await import("./turn.ts")).RunTurnEventSchema,
  },
  {
    name: "schema",
    about: "schema --json",
    load: async () => (await import("./schema-list.ts")).SchemaListSchema,
  },
  {
    name: "sessions-export",
    about: "sessions export SESSION --json",
    load: async () => (await import("./sessions.ts")).SessionsShowSchema,
  },
  {
    name: "sessions-gc",
    about: "sessions gc --json",
    load: async () => (await import("./sessions.ts")).SessionsGcSchema,
  },
  {
    name: "sessions-list",
    about: "sessions list --json",
    load: async () => (await import("./sessions.ts")).SessionsListSchema,
  },
  {
    name: "sessions-show",
    about: "sessions show SESSION --json",
    load: async () => (await import("./sessions.ts")).SessionsShowSchema,
  },
  {
    name: "truncate",
    about: "truncate --json",
    load: async () => (await import("./truncate.ts")).TruncateSchema,
  },
];
