import { pathText } from "./document-path.ts";
import type { PlacedProblem } from "./errors.ts";
import type { ValueProblem } from "./read-value.ts";
import { type SourceText, whereOf } from "./source-text.ts";
import { texts } from "./texts.ts";

/** What a wrong value means for the program: it goes on without it, or it does not start. */
export type Consequence = "ignored" | "refused";

/** One sentence about a problem in a document, action first. */
export function problemText(problem: ValueProblem, consequence: Consequence): string {
  const action = consequence === "ignored" ? "Ignored" : "Cannot use";
  const ignored = problem.ignored.length === 0 ? "the document" : pathText(problem.ignored);
  if (problem.kind === "unknown_key") return `${action} the unknown key ${JSON.stringify(ignored)}`;
  return `${action} ${ignored}: ${problemDetail(problem)}`;
}

/** What is wrong with a value, without saying what happens to it. */
export function problemDetail(problem: ValueProblem): string {
  if (problem.kind === "missing_key") return `the key "${problem.path.at(-1)}" is missing`;
  const at = pathText(problem.path);
  const place = at === pathText(problem.ignored) ? "" : ` at ${at}`;
  return `expected ${problem.expected}${place}, got ${problem.got}`;
}

/** What to do about it, where likeness tells. */
export function problemHint(problem: ValueProblem): string | undefined {
  if (problem.nearest.length === 0) return undefined;
  return texts.didYouMean(problem.nearest);
}

/** A problem as a fault tells it: what, where in the file, and what to do. */
export function placedProblem(problem: ValueProblem, source: SourceText): PlacedProblem {
  const hint = problemHint(problem);
  return {
    what: problemText(problem, "refused"),
    where: whereOf(source, problem.offset),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Warning and hint in one, for diagnostics. */
export function problemLine(problem: ValueProblem): string {
  const hint = problemHint(problem);
  const text = problemText(problem, "ignored");
  return hint === undefined ? text : `${text}. ${hint}`;
}
