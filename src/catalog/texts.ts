import type { HostKind, Remedy } from "./types.ts";

/** `1 tool`, `2 tools`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function orElse(near: readonly string[]): string {
  return near.length === 0 ? "" : `. Did you mean ${near.map((name) => `"${name}"`).join(" or ")}?`;
}

/** Every sentence of this room that a person reads, as a function of data. */
export const texts = {
  disabled: "MAVIS_LOCAL_RUNTIME_DISABLE_TOOLS=1 is set: there is no tool at all",
  likeNative: (name: string) => `a native tool has the name "${name}"`,
  nameTaken: (owner: string) => `${owner} already has a tool of this catalog name`,
  notOnHost: (host: HostKind, hosts: readonly HostKind[]) =>
    `it exists on ${hosts.join(", ")} only, not on host ${host}`,
  memoryOff: (host: HostKind) => `memory is off on host ${host}`,
  modelSees: (what: string) => `the model sees ${what} itself`,
  computerUseOff: "the computer-use runtime is off",
  disallowed: "the agent's disallowedTools name it",
  notSelected: "the agent's tools do not name it",
  noServerName: "it comes from no named server, and the agent's mcpServers are set",
  serverNotSelected: (server: string) => `the agent's mcpServers do not name "${server}"`,
  notTheMain: "only the main agent delegates",
  notForChildren: "a child of task does not have it",
  featureOff: (feature: string) => `the feature ${feature} is off`,
  overCeiling: (key: string) => `agents.default.${key} does not list it`,
  notForRole: (role: string) => `the role ${role} does not have it`,
  noMcpForRole: (role: string) => `the role ${role} has no MCP tools but the Matrix web_search`,
  goalOfTheMain: "goals belong to the main agent",
  bringIn: "what would bring it in:",
  permission: "permission",
  nothingDeferred: "no tool is deferred",
  notPlanning: "the turn is not in plan mode",
  planningAlready: "the turn is in plan mode already",
  planOfTheMain: "plan mode belongs to the main agent",
  listingStopped: "Stopped before every server had answered: there is no catalog",
  unknownTool: (name: string) => `There is no tool "${name}" in any source`,
  didYouMean: (names: readonly string[]) => `did you mean ${names.map((name) => `"${name}"`).join(" or ")}?`,
  selectsNoTool: (key: string, entry: string, near: readonly string[]) =>
    `The agent's ${key} name "${entry}", and no source has such a tool${orElse(near)}`,
  selectsNoServer: (entry: string, near: readonly string[]) =>
    `The agent's mcpServers name "${entry}", and there is no such server${orElse(near)}`,
  seeList: 'see "turnkit catalog --all"',
  tooManyTools: (provider: string, most: number) =>
    `withheld from this request: ${provider} takes at most ${most} tools`,
  cannotMend: (provider: string, rule: string) =>
    `withheld from this request: ${provider} refuses its schema (${rule})`,
  mended: (provider: string, rules: readonly string[]) => `mended for ${provider}: ${rules.join(", ")}`,
  savedFileMissing: (role: string) => `Cannot read ${role}: there is no such file`,
  savedFileKind: (role: string) => `Cannot read ${role}: it is no regular file`,
  savedFileBig: (role: string, most: number) => `Cannot read ${role}: it is over ${most / 1024 / 1024} MiB`,
  savedFileUnreadable: (role: string, reason: string) => `Cannot read ${role}: ${reason}`,
  savedFileSyntax: (role: string, problem: string) => `Cannot read ${role}: ${problem}`,
  savedFileShape: (role: string, expected: string) => `Cannot use ${role}: it is not ${expected}`,
  savedFileTwice: (role: string, tool: string) => `Cannot use ${role}: it has the tool "${tool}" twice`,
  savedFileMerged: 'was it merged by hand? See "turnkit catalog lock --update", and review what it writes',
  savedFileVersion: (role: string, version: string) =>
    `Cannot use ${role}: its schemaVersion is ${version}, this program knows 1`,
  savedFileVersionHint: "make it again with this version of turnkit",
  aLock: "a lock file of turnkit",
  aSnapshot: "a lock file, or a catalog saved with --format json",
  makeLock: 'make one with "turnkit catalog lock"',
  lockExists: "There is a lock file already, and it differs",
  lockExistsHint: 'see "turnkit catalog check", then "turnkit catalog lock --update"',
  notLocked: "it is not in the lock file",
  lockDiffers: "its definition differs from the lock file",
  withheldUnlocked: "withheld: it is not in the lock file",
  withheldChanged: (words: string) => `withheld: its definition differs from the lock file: ${words}`,
  driftAdded: "it is new",
  driftRemoved: "it is gone",
  driftFix: 'review it, then "turnkit catalog lock --update"',
  driftRules: {
    "tool-added": "a tool that is not in the lock file",
    "tool-removed": "a tool of the lock file that is gone",
    "tool-changed": "a tool whose definition differs from the lock file",
    "server-added": "a server that is not in the lock file",
    "server-removed": "a server of the lock file that is gone",
    "server-changed": "a server that is not who the lock file says",
    "facts-changed": "a catalog that was made with other facts",
  } as Readonly<Record<string, string>>,
  instructionsWithheld: (words: string) =>
    `withheld: what it says of itself differs from the lock file: ${words}`,
  onlyInOne: (pins: readonly string[]) =>
    `Not compared, because only one of the two has them: ${pins.join(", ")}`,
  unpinned: (pins: readonly string[]) =>
    `Not compared, because the lock file is older than that: ${pins.join(", ")}; "turnkit catalog lock --update" pins them`,
  serversSilent: (names: readonly string[]) =>
    `Cannot give a verdict: ${names.map((name) => `"${name}"`).join(", ")} did not answer`,
  factChange: (field: string, before: string, after: string) =>
    `${field} ${before === "" ? "none" : before} (now ${after === "" ? "none" : after})`,
  otherFacts: (changes: readonly string[]) =>
    `The lock file was made with other facts: ${changes.join(", ")}`,
  otherFactsHint: 'check with the flags it was made with, or "turnkit catalog lock --update"',
  means: "tools were deferred",
  inline: "inline",
  deferred: "deferred: found by tool_search, called by mcp_invoke",
};

/** What would bring a dropped tool in: the kind of change, and the change. */
export const remedies = {
  otherModel: { what: "model", how: "choose a model that does not see it: --model, --supports" },
  computerUse: { what: "flag", how: "--computer-use" },
  agentFile: (key: string, change: "with" | "without"): Remedy => ({
    what: "agent file",
    how: change === "with" ? `name it in ${key}` : `take it out of ${key}`,
  }),
  mainAgent: { what: "agent", how: "use the main agent (role mavis) on surface interactive or cli" },
  surface: { what: "flag", how: "--surface cli or --surface interactive" },
  feature: (feature: string): Remedy => ({
    what: "configuration",
    how: `agents.default.features.${feature}: true`,
  }),
  ceiling: (key: string, name: string): Remedy => ({
    what: "configuration",
    how: `add "${name}" to agents.default.${key}`,
  }),
  role: { what: "flag", how: "another --role, or the main agent" },
  host: (hosts: readonly HostKind[]): Remedy => ({ what: "flag", how: `--host ${hosts.join(" or ")}` }),
  memory: { what: "configuration", how: "tools.memory.enabled: true" },
  lock: { what: "lock file", how: "turnkit catalog lock --update, after review" },
  rename: { what: "server", how: "rename the tool on one of the two sides" },
  enableTools: { what: "environment", how: "unset MAVIS_LOCAL_RUNTIME_DISABLE_TOOLS" },
} satisfies Record<string, Remedy | ((...args: never[]) => Remedy)>;
