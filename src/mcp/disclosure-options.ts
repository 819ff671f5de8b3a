/** When MCP definitions are deferred, and how they are searched then (40-mcp "Disclosure"). */
export interface DisclosureOptions {
  readonly enabled: boolean;
  /** Patterns over `provider/id`; `*` is any run. Empty: nothing is deferred. */
  readonly modelWhitelist: readonly string[];
  /** Share of the context window that the candidates must exceed, 0 to 1. */
  readonly thresholdPct: number;
  readonly minDeferCount: number;
  readonly topKDefault: number;
  readonly topKMax: number;
  readonly systemHint: boolean;
  /** Characters of schema text that the index reads per tool. */
  readonly maxSchemaTextLen: number;
}

export const DEFAULT_DISCLOSURE: DisclosureOptions = {
  enabled: true,
  modelWhitelist: [],
  thresholdPct: 0.15,
  minDeferCount: 1,
  topKDefault: 5,
  topKMax: 20,
  systemHint: true,
  maxSchemaTextLen: 4096,
};
