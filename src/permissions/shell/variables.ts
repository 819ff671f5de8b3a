/** Their value is run as code by the shell itself, now or later. */
const CODE_VARIABLES: ReadonlySet<string> = new Set([
  "PS4",
  "PS0",
  "PROMPT_COMMAND",
  "BASH_ENV",
  "ENV",
  "BASH_ALIASES",
  "BASH_CMDS",
  "BASH_LOADABLES_PATH",
]);

/** The shell computes what is assigned to them, and an index in it (`a[$(rm x)]`) is run. */
const COUNTERS: ReadonlySet<string> = new Set([
  "RANDOM",
  "SRANDOM",
  "SECONDS",
  "HISTCMD",
  "OPTIND",
  "LINENO",
  "BASHPID",
  "BASH_SUBSHELL",
  "EPOCHSECONDS",
  "BASH_MONOSECONDS",
  "UID",
  "EUID",
  "PPID",
]);

/** Whether setting the variable alone may make the shell run something; `digits`: to a plain number. */
export function isCodeVariable(name: string, digits = false): boolean {
  return CODE_VARIABLES.has(name) || (!digits && COUNTERS.has(name));
}

/** Variables that programs go by are in capitals, but for the proxies and those of package managers. */
export function isHarmlessName(name: string): boolean {
  return !/[A-Z]/.test(name) && !/_proxy$|^(npm|yarn|pnpm|pip)_/.test(name);
}
