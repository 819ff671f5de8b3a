import { MAX_AGENT_NAME_CHARS, MAX_SOURCE_BYTES } from "./limits.ts";

/** Sentences about files and folders that a person reads, as functions of data. */
export const texts = {
  emptyFlag: (flag: string) => `Cannot use an empty value for ${flag}`,
  dataDirNoFolder: (origin: string) => `Cannot use the data dir that ${origin} names: it is no folder`,
  dataDirNoFolderHint: "Name a folder; one that is missing is made",
  noHome: "Cannot find the data dir: there is no home folder",
  noHomeHint: "Name it with --data-dir or MINIMAX_DATA_DIR",
  folderUnusable: (reason: string) => `Cannot make the folder: ${reason}`,
  fileUnwritable: (reason: string) => `Cannot write the file: ${reason}`,
  sourceMissing: (role: string, flag: string) =>
    `Cannot read ${role} that ${flag} names: there is no such file`,
  sourceUnreadable: (role: string, reason: string) => `Cannot read ${role}: ${reason}`,
  /** Of a pipe it is not known how many bytes there would be. */
  sourceTooBig: (role: string, bytes: number | undefined) =>
    `Cannot read ${role}: it has ${bytes ?? "more"} bytes, at most ${MAX_SOURCE_BYTES} are read`,
  notUtf8: (role: string) => `Cannot read ${role}: this byte is not UTF-8`,
  notUtf8Hint: "Save the file as UTF-8",
  roles: {
    config: "the configuration",
    mcp: "the MCP server file",
    agent: "the agent file",
    skill: "the skill file",
    imported: "the file to import",
  },
  rootIsNoMap: "expected a map of settings",
  mcpForm: 'Its form is {"mcpServers": {"NAME": {"command": …} or {"url": …}}}',
  mcpStrictJson:
    "Take out comments and trailing commas; turnkit mcp import reads such files of other programs",
  nothingToImport: "Cannot find servers in the file to import",
  nothingToImportHint: 'They stand under "mcpServers" (Claude, Cursor) or "servers" (VS Code)',
  mcpFileKey: (key: string) => `Cannot use the key ${JSON.stringify(key)} in the MCP server file`,
  mcpFileKeyHint: 'The key is "mcpServers"; files of other programs come in with turnkit mcp import',
  mcpFileBusy: "Cannot change the file: another turnkit is changing it",
  mcpFileBusyHint: "Try again",
  configBusy: "Cannot change the configuration: another program is changing it",
  configBusyHint: "Try again; if none is, remove the .lock file beside it",
  configUnchangeable: (setting: string) =>
    `Cannot set ${setting}: the file is no YAML map, or something else stands there`,
  configUnchangeableHint: "Correct the file, or set it by hand",
  guarded: "Limits fail closed: correct this, nothing was started",
  strict: {
    "--strict-config": "With --strict-config every warning of the configuration is an error",
    CI: "CI is set, so every warning of the configuration is an error",
  },
  unknownEnvMode: (name: string, modes: readonly string[], used: string) =>
    `Ignored ${name}: expected one of ${modes.join(", ")}; children get a ${used} environment`,
  programUnpackable: (name: string, problem: string) => `Cannot unpack the program ${name}: ${problem}`,
  notTrusted: "its file has another size, mode or owner than it was given",
  programUnpackableHint: "Set XDG_CACHE_HOME to a folder of your own that allows programs",
  headTooLate: "its front matter must start on the first line",
  headWithoutEnd: "this front matter has no end, which is a line of ---",
  headIsNoMap: "the front matter must be a map",
  headText: "text that is not empty",
  headNames: "a list of names, or names split at commas ([] for none)",
  headValue: (key: string, expected: string, got: string) =>
    `Cannot use ${key}: expected ${expected}, got ${got}`,
  headKey: (key: string) => `Cannot use the unknown key ${JSON.stringify(key)} in front matter`,
  headKeyIgnored: (key: string) => `Ignored the unknown key ${JSON.stringify(key)} in front matter`,
  didYouMean: (names: readonly string[]) => `Did you mean ${names.map((name) => `"${name}"`).join(" or ")}?`,
  agentName: (got: string) =>
    `Cannot use name: expected 1 to ${MAX_AGENT_NAME_CHARS} visible characters, got ${got}`,
  agentUnknown: (name: string) => `There is no agent ${JSON.stringify(name)}`,
  agentUnknownHint:
    "Agents are files NAME.md in the folder agents of the data dir; --agent also takes a file",
  agentAmbiguous: (name: string, files: readonly string[]) =>
    `Cannot tell which agent "${name}" is meant: ${files.join(" and ")} both have this name`,
  agentAmbiguousHint: "Name the file instead",
  skillName: (got: string) =>
    `Cannot use the skill's name: expected 1 to ${MAX_AGENT_NAME_CHARS} visible characters, got ${got}`,
  skillUnknown: (name: string, near: readonly string[]) =>
    `The agent's skills name "${name}", and there is no such skill${near.length === 0 ? "" : `. ${texts.didYouMean(near)}`}`,
  skillTwice: (name: string) => `Left out the skill "${name}": another one of this name counts`,
  aFile: "a file",
  noFile: "a path where there is none",
  noRegularFile: "a folder or a device",
  taskControlAdded: (ids: readonly string[]) =>
    `Added ${ids.join(", ")} to agents.default.tools: lists without any of them predate these tools`,
  ignoredVariable: (name: string, expected: string) => `Ignored ${name}: expected ${expected}`,
};
