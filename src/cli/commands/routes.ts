import type { RoutingTarget } from "../context.ts";
import { catalogRoutes } from "./catalog.ts";
import { completeCommand, completionsCommand } from "./completions.ts";
import { fetchMcodeToolsCommand } from "./fetch-mcode-tools.ts";
import { truncateCommand } from "./truncate.ts";

/** Every command by its name. A command appears here when it works, never before. */
export const routes = {
  catalog: catalogRoutes,
  completions: completionsCommand,
  "fetch-mcode-tools": fetchMcodeToolsCommand,
  truncate: truncateCommand,
  __complete: completeCommand,
} as const satisfies Readonly<Record<string, RoutingTarget>>;

/** Commands for programs, not for people: they work and are not listed. */
export const hiddenRoutes = { __complete: true } as const;
