import type { RoutingTarget, RunnableCommand } from "../context.ts";

/**
 * Every command by its name; a command appears here when it works, never before. Each is loaded only when it
 * is called, so that start-up does not grow with their number.
 */
export const routes: Readonly<Record<string, () => Promise<RoutingTarget>>> = {
  call: async () => (await import("./call.ts")).callCommand,
  catalog: async () => (await import("./catalog.ts")).catalogRoutes,
  completions: async () => (await import("./completions.ts")).completionsCommand,
  lease: async () => (await import("./lease.ts")).leaseRoutes,
  "mcode-tools": async () => (await import("./mcode-tools.ts")).mcodeToolsCommand,
  "fetch-mcode-tools": async () => (await import("./fetch-mcode-tools.ts")).fetchMcodeToolsCommand,
  doctor: async () => (await import("./doctor.ts")).doctorCommand,
  mcp: async () => (await import("./mcp.ts")).mcpRoutes,
  "run-turn": async () => (await import("./run-turn.ts")).runTurnCommand,
  schema: async () => (await import("./schema.ts")).schemaCommand,
  sessions: async () => (await import("./sessions.ts")).sessionsRoutes,
  truncate: async () => (await import("./truncate.ts")).truncateCommand,
  "__demo-server": async () => (await import("./demo-server.ts")).demoServerCommand,
  __complete: async () => (await import("./completions.ts")).completeCommand,
};

type Load = () => Promise<RunnableCommand>;

/** As in a built command, the type of its flags is forgotten. */
const catalogList: Load = async () =>
  (await import("./catalog-list-command.ts")).listDefinition as unknown as RunnableCommand;

/**
 * Commands of groups that are started so often that neither the rest of the group nor stricli is loaded for them,
 * by the words that name them; `catalog` alone lists.
 */
export const singles: Readonly<Record<string, Load>> = { catalog: catalogList, "catalog list": catalogList };

/** Commands for programs, not for people: they work and are not listed. */
export const hiddenRoutes: Readonly<Record<string, boolean>> = { __complete: true, "__demo-server": true };
