/** A configuration file, mcp.json or agent file over this is refused (bytes; own choice, far above real ones). */
export const MAX_SOURCE_BYTES = 1024 * 1024;

/** Values in one document, aliases expanded; over it the document is taken for an alias bomb (own choice). */
export const MAX_DOCUMENT_NODES = 20_000;

/** Levels of nesting in one document (own choice). */
export const MAX_DOCUMENT_DEPTH = 64;

/** Problems of one document that are told; what follows is mostly a consequence. */
export const MAX_PROBLEMS = 20;

/** Characters of a foreign value that an error quotes. */
export const MAX_QUOTED_CHARS = 32;

/** Characters of a server's name; no provider takes longer tool names either (own choice). */
export const MAX_SERVER_NAME_CHARS = 128;

/** Of a new one: of a longer one little of a tool's name would be left in the 64 that it may have (own choice). */
export const MAX_NEW_SERVER_NAME_CHARS = 40;

/** Characters of the name of an agent or a skill (own choice). */
export const MAX_AGENT_NAME_CHARS = 64;

/** Bounds of numbers in config.yaml and in `MAVIS_MCP_TOOL_SEARCH_*`, both ends included. */
export const BOUNDS = {
  thresholdPct: { minimum: 0, maximum: 1 },
  minDeferCount: { minimum: 0, maximum: 1_000_000 },
  topK: { minimum: 1, maximum: 1_000 },
  maxSchemaTextLen: { minimum: 0, maximum: 1_000_000 },
  inlineKiB: { minimum: 1, maximum: 1_048_576 },
  contextWindow: { minimum: 1, maximum: 1_000_000_000 },
  timeoutMs: { minimum: 1, maximum: 86_400_000 },
} as const;

/** Milliseconds that a change of the configuration waits for another one. */
export const CONFIG_LOCK_WAIT_MS = 5_000;
