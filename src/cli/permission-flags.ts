import { text } from "./commands/flag-parsers.ts";
import { proposePermissionModes } from "./commands/known-values.ts";

/** The three flags of every command that runs or judges tools (60-turn). Values are read by `permissionSettings`. */
export interface PermissionFlags {
  readonly permission?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** Stricli's definitions of them; a command spreads these into its own. */
export const permissionFlags = {
  permission: {
    kind: "parsed",
    parse: text,
    brief: "Permission mode: read-only, ask, accept-edits or full",
    placeholder: "MODE",
    proposeCompletions: proposePermissionModes,
    optional: true,
  },
  allow: {
    kind: "parsed",
    parse: text,
    brief: "Rule that allows: a tool's name, bash(git status*), read(GLOB), edit(GLOB), … (repeatable)",
    placeholder: "RULE",
    optional: true,
    variadic: true,
  },
  deny: {
    kind: "parsed",
    parse: text,
    brief: "Rule that denies, before every allow rule and mode (repeatable)",
    placeholder: "RULE",
    optional: true,
    variadic: true,
  },
} as const;
