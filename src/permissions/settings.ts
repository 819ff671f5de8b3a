import { PERMISSION_MODES, type PermissionMode, type PermissionsConfig } from "../config/types.ts";
import { Fault, isFault } from "../output/fault.ts";
import { nearest } from "../output/nearest.ts";
import { permissionFault } from "./errors.ts";
import { parseRule } from "./rules/parse.ts";
import type { Rule, RuleSet } from "./rules/types.ts";

export interface SettingsRequest {
  readonly flags: {
    readonly permission?: string;
    readonly allow?: readonly string[];
    readonly deny?: readonly string[];
  };
  readonly config: PermissionsConfig;
  /** `file:line:column` of a place in the configuration (`LoadedConfig.where`). */
  where(path: readonly (string | number)[]): string;
  readonly onTerminal: boolean;
  readonly command: "run-turn" | "call" | "lease exec" | "serve" | "catalog explain";
  /** The built-in tour: `full`, in its own temporary workspace. */
  readonly demo?: boolean;
}

export interface PermissionSettings {
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
}

/**
 * The mode and the rules of a command: flags before configuration before the command's default; rules add up.
 * @throws Fault (exit 2) for an unknown mode and for every malformed rule, the first carrying the others.
 */
export function permissionSettings(request: SettingsRequest): PermissionSettings {
  const { flags, config } = request;
  const mode = flags.permission === undefined ? undefined : knownMode(flags.permission);
  const faults: Fault[] = [];
  const parse = (texts: readonly string[], where: (index: number) => string): Rule[] =>
    texts.flatMap((text, index) => parsed(text, where(index), faults));
  const inFile = (list: "allow" | "deny") =>
    parse(config[list], (index) => request.where(["permissions", list, index]));
  const rules = {
    allow: [...parse(flags.allow ?? [], () => "--allow"), ...inFile("allow")],
    deny: [...parse(flags.deny ?? [], () => "--deny"), ...inFile("deny")],
  };
  throwAll(faults);
  return { mode: mode ?? (request.demo ? "full" : undefined) ?? config.mode ?? defaultMode(request), rules };
}

/**
 * Judges the rules of the configuration alone, for commands that use none of them: limits fail closed.
 * @throws Fault (exit 2) with the position of every malformed rule.
 */
export function checkConfiguredRules(config: PermissionsConfig, where: SettingsRequest["where"]): void {
  permissionSettings({ flags: {}, config, where, onTerminal: false, command: "catalog explain" });
}

/** The user wrote the command of `call` and `lease exec`; a turn's calls come from a model (60-turn). */
function defaultMode({ command, onTerminal }: SettingsRequest): PermissionMode {
  if (command === "call" || command === "lease exec") return "full";
  return onTerminal ? "ask" : "read-only";
}

function knownMode(name: string): PermissionMode {
  const known = PERMISSION_MODES.find((mode) => mode === name);
  if (known === undefined) {
    throw permissionFault.modeUnknown(name, PERMISSION_MODES, nearest(name, PERMISSION_MODES, 1)[0]);
  }
  return known;
}

function parsed(text: string, where: string, faults: Fault[]): Rule[] {
  try {
    return [parseRule(text, where)];
  } catch (error) {
    if (!isFault(error)) throw error;
    faults.push(error);
    return [];
  }
}

function throwAll([first, ...others]: readonly Fault[]): void {
  if (first === undefined) return;
  if (others.length === 0) throw first;
  throw new Fault(first.code, {
    what: first.message,
    where: first.where,
    hint: first.hint,
    exit: first.exit,
    data: first.data,
    others: others.map(({ message, where, hint }) => ({ what: message, where, hint })),
  });
}
