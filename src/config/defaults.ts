import { plainMap } from "./source-node.ts";
import type { Config } from "./types.ts";

/** What holds where nothing is configured (00-product "Configuration"); the schema takes its defaults here. */
export const DEFAULT_CONFIG: Config = {
  agents: { default: { features: { mavis: true, delegation: true, webSearch: true } } },
  mcpToolSearch: {
    enabled: true,
    modelWhitelist: [],
    thresholdPct: 0.15,
    minDeferCount: 1,
    topKDefault: 5,
    topKMax: 20,
    systemHint: true,
    maxSchemaTextLen: 4096,
  },
  toolResultCompaction: { maxInlineKiB: 64, perTool: plainMap<number>([]) },
  beta: { mcodeTools: true },
  models: plainMap<never>([]),
  permissions: { allow: [], deny: [] },
  connectors: {
    servers: plainMap<never>([]),
    auth: { none: true },
    lease: false,
    region: "en",
    extraHeaders: plainMap<string>([]),
  },
  tools: {
    bash: { envAllow: [] },
    webFetch: { allow: [] },
    edit: { requireFresh: true },
    memory: { enabled: false },
  },
  lint: { ignore: [] },
  serve: { include: [], exclude: [] },
};
