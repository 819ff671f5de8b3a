import type { PermissionMode } from "../config/types.ts";
import { systemReason } from "../output/system-error.ts";
import type { FollowProblem } from "./paths/follow.ts";
import type { PermissionDecision } from "./types.ts";

const MODE_WORDS = (mode: PermissionMode) => `permission mode ${mode}`;

/** A command or path in a message, cut where it is long; who prints it makes it harmless. */
function quoted(text: string): string {
  return text.length <= 200 ? `"${text}"` : `"${text.slice(0, 140)} … ${text.slice(-50)}"`;
}

/** Every sentence of this room that a person or a model reads, as a function of data. */
export const texts = {
  // Rules
  ruleMalformed: (rule: string, column: number, problem: string) =>
    `Cannot read the permission rule "${rule}": ${problem} (character ${column})`,
  ruleGrammar:
    "a rule is a tool's name (mcp__github__*, server/tool*), or bash(git status*), bash-write(GLOB), read(GLOB), edit(GLOB), write(GLOB)",
  ruleEmpty: "it is empty",
  ruleTooLong: (most: number) => `it is longer than ${most} characters`,
  ruleNotText: "it holds half a character",
  ruleControl: "it holds a control character",
  ruleSpace: "it starts or ends with a space",
  ruleNotClosed: 'a ")" is missing',
  ruleTrailing: 'something follows the ")"',
  ruleEmptyPattern: "there is nothing between the parentheses",
  ruleNeedsPattern: "bash-write needs a path: bash-write(GLOB)",
  ruleNoPattern: (name: string) => `"${name}" takes no pattern; bash, bash-write, read, edit and write do`,
  ruleName: (char: string) => `"${char}" cannot be part of a tool's name`,
  ruleAlias: "server/tool needs a server and a tool",
  ruleColonStar: '":*" is not part of the grammar',
  ruleColonStarHint: (pattern: string) => `write bash(${pattern.slice(0, -2)}*)`,
  globBracket: (char: string) => `"${char}" has no meaning in a path rule`,
  globBracketHint: (char: string) => `write one rule for each case, or \\${char} for the character itself`,
  globLoneBackslash: "a backslash needs a character after it",
  globParent: '".." can only stand at the start',
  didYouMean: (name: string) => `did you mean ${name}?`,
  modeUnknown: (mode: string) => `Cannot use the permission mode "${mode}": there is none of that name`,
  modeHint: (known: readonly string[], near: string | undefined) =>
    near === undefined ? `one of: ${known.join(", ")}` : `did you mean ${near}? One of: ${known.join(", ")}`,
  notYaml: "it is no valid YAML",
  notAList: "permissions.allow is not a list that can be added to",
  misspelled: (list: string, rule: string, near: string) =>
    `The ${list} rule "${rule}" names no tool: did you mean ${near}?`,
  ruleNotStored: (reason: string) => `Cannot add the rule to the configuration: ${reason}`,

  // Calls
  byMode: (tool: string, mode: PermissionMode, decision: PermissionDecision) =>
    decision === "allow"
      ? `${MODE_WORDS(mode)} runs ${tool}`
      : decision === "ask"
        ? `${MODE_WORDS(mode)} asks before ${tool}`
        : `${MODE_WORDS(mode)} does not run ${tool}`,
  notRun: (tool: string, reason: string, notes: readonly string[]) =>
    [`${tool} was not run: ${reason}`, ...notes]
      .map((part) => (part.endsWith(".") ? part : `${part}.`))
      .join(" "),
  nobodyToAsk: (reason: string) => `${reason}; there is no terminal to ask on`,
  deniedByUser: (tool: string) => `The user did not allow this call of ${tool}.`,
  turnEnded: (tool: string) => `The user ended the turn instead of allowing ${tool}.`,
  undecided: (tool: string, problem: string) =>
    `${tool} was not run: no verdict could be reached (${problem})`,
  invokesNothing: "mcp_invoke names no tool",
  toolDenied: (tool: string, rule: string) => `the rule deny ${rule} forbids ${tool}`,
  toolAllowed: (tool: string, rule: string) => `the rule allow ${rule} allows ${tool}`,
  onlyLooks: (tool: string, mode: PermissionMode) => `${tool} only looks: ${MODE_WORDS(mode)} runs it`,
  trustedReadOnly: (tool: string) => `${tool} is marked read-only by a server whose annotations are trusted`,
  commandDenied: (command: string, rule: string) => `the rule deny ${rule} forbids ${quoted(command)}`,
  redirectDenied: (target: string, rule: string) =>
    `the rule deny ${rule} forbids writing to ${quoted(target)}`,
  unresolvedDenied: (why: string, rule: string) =>
    `the command holds ${why}, so what it runs cannot be told from its text, and the rule deny ${rule} could be evaded`,
  onlyBash: (shell: string) => `something that ${shell}, which would run it, reads otherwise than bash`,
  unresolvedNote: (why: string) => `No bash rule applies: the command holds ${why}`,
  unallowableNote: (why: string) => `No allow rule applies: the command holds ${why}`,
  commandsAllowed: (rules: string) => `every command in it is allowed by ${rules}`,
  notCovered: (what: string) => `No allow rule covers ${quoted(what)}`,
  pathRulesNote: "Rules for read, edit and write do not bind what a shell command does to files.",
  explainInvoke: "mcp_invoke is judged as the tool it names.",
  explainWriting: (tool: string, mode: PermissionMode) =>
    mode === "read-only"
      ? `${MODE_WORDS(mode)} does not run ${tool}.`
      : `Inside the workspace ${MODE_WORDS(mode)} ${mode === "ask" ? "asks before" : "runs"} ${tool}${
          mode === "full"
            ? "; turnkit's own data and configuration are asked about."
            : "; elsewhere, and for protected paths, it asks."
        }`,
  explainReading: "Outside the workspace it asks, and secret files are closed.",
  explainDeny: (rules: readonly string[]) => `Denied where a rule says so: ${rules.join(", ")}.`,
  explainAllow: (rules: readonly string[]) => `Allowed where a rule says so: ${rules.join(", ")}.`,

  // Paths
  refusal: (access: string, given: string, tried: string, why: string) =>
    `Cannot ${access} "${given}" (tried "${tried}"): ${why}`,
  accessWords: { read: "read", search: "search", write: "write" },
  ownFiles: "these are turnkit's own keys and sockets, which no tool may open",
  deniedByRule: (rule: string) => `the rule deny ${rule} says no`,
  secret: `it is on the list of secret files, which only ${MODE_WORDS("full")} may read`,
  secretSearch: "it is on the list of secret files, which is never searched",
  secretEdit: "it is on the list of secret files, and an edit shows parts of it",
  outside: (mode: PermissionMode) =>
    `it lies outside the workspace, and ${MODE_WORDS(mode)} reads only the workspace, this session's folder and trusted skills`,
  planMode: "plan mode writes only the plan file",
  protectedPath: (mode: PermissionMode) =>
    `it is a protected path, which ${MODE_WORDS(mode)} does not write unasked`,
  protectedConfiguration:
    "it belongs to turnkit's data folder or configuration, which no mode writes unasked",
  writeByMode: (mode: PermissionMode, inside: boolean) =>
    inside || mode === "read-only"
      ? `${MODE_WORDS(mode)} does not write files${mode === "read-only" ? "" : " unasked"}`
      : `it lies outside the workspace, where ${MODE_WORDS(mode)} does not write unasked`,
  fileAllowed: (tool: string, path: string, by: string) => `${tool} of "${path}" is allowed by ${by}`,
  fileRefused: (tool: string, given: string, tried: string, why: string) =>
    `${why}: ${tool} of "${given}" (tried "${tried}")`,
  noPath: (tool: string) => `${tool} is given no path; the tool itself says so`,
  notFound: "nothing is there",
  leadsNowhere: (target: string) => `it is a link to "${target}", where nothing is`,
  notAFile: "it is a folder",
  changing: "the file was replaced while it was opened",
  spelling: {
    empty: "the path is empty",
    nul: "the path holds a NUL character",
    unpaired: "the path holds half a character",
    long: "the path is too long",
    url: "this file URL names no local file",
  },
  windows: {
    device: "Windows reads this name as a device",
    stream: "the name has a colon, which on Windows names a hidden stream",
  },
  following: (problem: FollowProblem): string => {
    if (problem.kind === "cycle") return "its links lead in a circle";
    if (problem.kind === "unreadable") return `the system refuses to look there: ${systemReason(problem)}`;
    if (problem.kind === "not_a_folder") return `"${problem.at}" is a file, not a folder`;
    return SPECIAL_WORDS[problem.what];
  },
};

const SPECIAL_WORDS: Readonly<Record<Extract<FollowProblem, { kind: "special" }>["what"], string>> = {
  fifo: "it is a named pipe (FIFO), not a file",
  socket: "it is a socket, not a file",
  blockDevice: "it is a block device, not a file",
  characterDevice: "it is a character device, not a file",
  system: "it is a special file of the system (a device, or a process's memory or open files)",
};
