import { ExitCode } from "../output/exit-codes.ts";
import { Fault } from "../output/fault.ts";
import { texts } from "./texts.ts";

export const PERMISSION_CODES = ["rule_malformed", "mode_unknown", "rule_not_stored"] as const;
export type PermissionCode = (typeof PERMISSION_CODES)[number];

/** The faults of this room, one maker per code. */
export const permissionFault = {
  /** `column` counts from 1 within the rule; `where` is the flag or the place in the configuration. */
  ruleMalformed: (problem: RuleProblem, rule: string, where: string): Fault<PermissionCode> =>
    new Fault("rule_malformed", {
      what: texts.ruleMalformed(rule, problem.column, problem.what),
      where,
      hint: problem.hint ?? texts.ruleGrammar,
      exit: ExitCode.usage,
      data: { rule, column: problem.column },
    }),
  modeUnknown: (mode: string, known: readonly string[], near: string | undefined): Fault<PermissionCode> =>
    new Fault("mode_unknown", {
      what: texts.modeUnknown(mode),
      where: "--permission",
      hint: texts.modeHint(known, near),
      exit: ExitCode.usage,
      data: { mode },
    }),
  ruleNotStored: (file: string, reason: string, cause?: unknown): Fault<PermissionCode> =>
    new Fault("rule_not_stored", { what: texts.ruleNotStored(reason), where: file, cause }),
};

/** What is wrong with a rule, and at which of its characters (from 1). */
export interface RuleProblem {
  readonly column: number;
  readonly what: string;
  readonly hint?: string;
}
