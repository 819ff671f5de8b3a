import type { Environment } from "../../config/host.ts";

/** A setting that is laid over whatever the repository's own configuration says. */
export type Setting = readonly [name: string, value: string];

/**
 * What could make git run a program that a repository names: monitors, hooks, external diffs, pagers, prompts,
 * signatures, transports for missing objects. Text conversion and external diff drivers are turned off by
 * options of each diff (20-local-tools).
 */
const SAFE: readonly Setting[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.editor", ":"],
  ["core.askPass", ""],
  ["core.sshCommand", "false"],
  ["core.alternateRefsCommand", "false"],
  ["credential.helper", ""],
  ["diff.external", ""],
  ["diff.ignoreSubmodules", "all"],
  ["submodule.recurse", "false"],
  ["status.submoduleSummary", "false"],
  ["log.showSignature", "false"],
  ["gpg.program", "false"],
  ["interactive.diffFilter", ""],
  ["protocol.allow", "never"],
  ["safe.bareRepository", "explicit"],
  ["color.ui", "false"],
  ["core.quotePath", "false"],
];

/** Asked for in the first run: a git that does not give it back knows nothing of settings in the environment. */
export const PROBE: Setting = ["turnkit.probe", "heard"];

/** The environment of a hardened git; `settings` are laid over the configuration, after the safe ones. */
export function hardenedEnvironment(environment: Environment, settings: readonly Setting[]): Environment {
  const kept = Object.entries(environment).filter(([name]) => !name.toUpperCase().startsWith("GIT_"));
  const laid = [...SAFE, PROBE, ...settings];
  // In the environment a name may hold `=`; on the command line it would end there.
  const numbered = laid.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(numbered),
    GIT_CONFIG_COUNT: String(laid.length),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_PAGER: "cat",
    GIT_EDITOR: ":",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    LC_ALL: "C",
  };
}

/** Settings that switch off a clean or smudge filter: comparing a file would run it. */
export function filterOff(name: string): readonly Setting[] {
  return [
    [`filter.${name}.clean`, ""],
    [`filter.${name}.smudge`, ""],
    [`filter.${name}.process`, ""],
    [`filter.${name}.required`, "false"],
  ];
}

/**
 * Of a submodule only which commit it stands at: that is a fact of this repository. What lies changed in it would
 * need git to run there, by the submodule's own configuration.
 */
export const SUBMODULES = "--ignore-submodules=dirty";

/** For every diff: no external driver, no text conversion, and the usual shape whatever is configured. */
export const DIFF_OPTIONS = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  SUBMODULES,
  "--submodule=short",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--unified=3",
] as const;
