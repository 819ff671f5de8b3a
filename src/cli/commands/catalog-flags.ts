import { type GlobalFlags, globalFlags } from "../global-flags.ts";
import { type FactFlags, factFlags, type McpFlags, mcpFlags } from "./fact-flags.ts";
import { extensionFlag } from "./own-extensions.ts";

/** What every verb of `catalog` that assembles one takes. */
export interface CatalogFlags extends GlobalFlags, FactFlags, McpFlags {
  readonly plan?: boolean;
  readonly goal?: boolean;
  readonly extension?: readonly string[];
}

export const catalogFlags = {
  ...globalFlags,
  ...factFlags,
  ...mcpFlags,
  plan: { kind: "boolean", brief: "The turn is in plan mode", optional: true, withNegated: false },
  extension: extensionFlag,
  goal: { kind: "boolean", brief: "A goal is set", optional: true, withNegated: false },
} as const;
