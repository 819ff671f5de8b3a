/** Closed list: what the configuration can turn on, by the names that the model uses. */
export const FEATURE_KEYS = ["mavis", "delegation", "webSearch", "memory", "mcodeTools"] as const;
export type FeatureKey = (typeof FEATURE_KEYS)[number];

interface Feature {
  /** What it brings, in a few words. */
  readonly what: string;
  /** Where its switch stands in config.yaml. */
  readonly setting: readonly [string, ...string[]];
}

export const FEATURES: Readonly<Record<FeatureKey, Feature>> = {
  mavis: {
    what: "managing agents, sessions and MCP servers (mavis)",
    setting: ["agents", "default", "features", "mavis"],
  },
  delegation: {
    what: "handing work to other agents (task)",
    setting: ["agents", "default", "features", "delegation"],
  },
  webSearch: {
    what: "searching the web (web_search), once a provider is set under tools.webSearch",
    setting: ["agents", "default", "features", "webSearch"],
  },
  memory: { what: "notes that outlast a session (memory)", setting: ["tools", "memory", "enabled"] },
  mcodeTools: { what: "connector tools in commands (mcode-tools)", setting: ["beta", "mcodeTools"] },
};
