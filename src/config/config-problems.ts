import type { Diagnostic } from "../output/diagnostic.ts";
import { nearest } from "../output/nearest.ts";
import { configFault, type PlacedProblem } from "./errors.ts";
import { problemHint, problemLine, problemText } from "./problem-texts.ts";
import type { ValueProblem } from "./read-value.ts";
import { texts } from "./texts.ts";

/** Sections that limit or start something: a fault in them never passes as a warning (00-product). */
const GUARDED = ["permissions", "connectors", "hooks"] as const;

/** Keys of `permissions` that limit: at the root they are one that lost its indentation. */
const LOST_LIMITS = ["mode", "deny"];

/** Why warnings of this run are errors; undefined when they are not. */
export type Strictness = "--strict-config" | "CI" | undefined;

export interface JudgedProblem extends ValueProblem {
  /** `file:line:column` */
  readonly where: string;
}

/**
 * The warnings of a configuration.
 * @throws Fault `config_invalid` (exit 2) with every problem that may not pass: all of them when strict, else
 * those inside or nearly naming `permissions`, `connectors` or `hooks`.
 */
export function judgeProblems(problems: readonly JudgedProblem[], strict: Strictness): Diagnostic[] {
  const refused = problems.filter((problem) => strict !== undefined || isGuarded(problem));
  const [first, ...others] = refused.map((problem) => refusal(problem, strict));
  if (first !== undefined) throw configFault.invalid(first, others);
  return problems.map((problem) => ({
    severity: "warning",
    code: `config_${problem.kind}`,
    message: problemLine(problem),
    where: problem.where,
  }));
}

function refusal(problem: JudgedProblem, strict: Strictness): PlacedProblem {
  const reason = isGuarded(problem) ? texts.guarded : strict === undefined ? undefined : texts.strict[strict];
  return {
    what: problemText(problem, "refused"),
    where: problem.where,
    hint: problemHint(problem) ?? reason,
  };
}

/** Inside a guarded section, or a key that was probably meant to be one. */
function isGuarded(problem: ValueProblem): boolean {
  const [section] = problem.path;
  if (GUARDED.some((name) => name === section)) return true;
  if (problem.kind !== "unknown_key") return false;
  const key = String(problem.path.at(-1));
  if (problem.path.length === 1) return LOST_LIMITS.includes(key) || nearest(key, GUARDED).length > 0;
  // Deeper down only the very word is taken for a misplaced limit: other words are too often alike.
  return GUARDED.some((name) => name === key.trim().toLowerCase());
}
