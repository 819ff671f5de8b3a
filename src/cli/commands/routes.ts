import type { RoutingTarget } from "../context.ts";

/**
 * Every command by its name; a command appears here when it works, never before. Each is loaded only when it
 * is called, so that start-up does not grow with their number.
 */
export const routes: Readonly<Record<string, () => Promise<RoutingTarget>>> = {
  catalog: async () => (await import("./catalog.ts")).catalogRoutes,
  completions: async () => (await import("./completions.ts")).completionsCommand,
  lease: async () => (await import("./lease.ts")).leaseRoutes,
  "mcode-tools": async () => (await import("./mcode-tools.ts")).mcodeToolsCommand,
  "fetch-mcode-tools": async () => (await import("./fetch-mcode-tools.ts")).fetchMcodeToolsCommand,
  mcp: async () => (await import("./mcp.ts")).mcpRoutes,
  schema: async () => (await import("./schema.ts")).schemaCommand,
  truncate: async () => (await import("./truncate.ts")).truncateCommand,
  __complete: async () => (await import("./completions.ts")).completeCommand,
};

/** Commands for programs, not for people: they work and are not listed. */
export const hiddenRoutes: Readonly<Record<string, boolean>> = { __complete: true };
