import { TOKENIZERS, type TokenizerName } from "../../catalog/tokenizer.ts";
import { type GlobalFlags, globalFlags } from "../global-flags.ts";
import { type FactFlags, factFlags, type McpFlags, mcpFlags } from "./fact-flags.ts";
import { extensionFlag } from "./own-extensions.ts";

/** What every verb of `catalog` that assembles one takes. */
export interface CatalogFlags extends GlobalFlags, FactFlags, McpFlags {
  readonly plan?: boolean;
  readonly goal?: boolean;
  readonly extension?: readonly string[];
  readonly tokenizer?: TokenizerName;
  readonly mcpCache?: boolean;
  readonly refresh?: boolean;
}

export const catalogFlags = {
  ...globalFlags,
  ...factFlags,
  ...mcpFlags,
  tokenizer: {
    kind: "enum",
    values: TOKENIZERS,
    brief: "How tokens are counted (default: estimate)",
    optional: true,
  },
  mcpCache: {
    kind: "boolean",
    brief: "Use the tool lists of the last listing, start no server",
    optional: true,
    withNegated: false,
  },
  refresh: {
    kind: "boolean",
    brief: "With --mcp-cache: start the servers and renew the lists",
    optional: true,
    withNegated: false,
  },
  plan: { kind: "boolean", brief: "The turn is in plan mode", optional: true, withNegated: false },
  extension: extensionFlag,
  goal: { kind: "boolean", brief: "A goal is set", optional: true, withNegated: false },
} as const;
