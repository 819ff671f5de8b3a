import type { DocumentPath } from "../../config/types.ts";
import { messageOf } from "../../output/fault.ts";
import { isPointer } from "./pointer.ts";
import { resultReferences } from "./replace.ts";
import type { WrittenExpectation, WrittenScript, WrittenStep } from "./schema.ts";
import { scriptTexts as texts } from "./texts.ts";

/** Something wrong with a script beyond its shape. */
export interface ScriptProblem {
  readonly path: DocumentPath;
  readonly what: string;
  readonly hint?: string;
}

/** Steps that do nothing, references and expectations that lead nowhere, patterns that do not compile. */
export async function checkScript(script: WrittenScript): Promise<ScriptProblem[]> {
  const problems: ScriptProblem[] = [];
  const calls = script.steps.map((step) => step.calls?.length ?? 0);
  for (const [index, step] of script.steps.entries()) {
    const path = ["steps", index];
    if (step.say === undefined && calls[index] === 0) problems.push({ path, what: texts.emptyStep });
    problems.push(...referenceProblems(step, path, calls.slice(0, index)));
    for (const [at, expectation] of (step.expect ?? []).entries()) {
      const place = [...path, "expect", at];
      problems.push(...referencesIn(expectation, place, calls.slice(0, index + 1)));
      problems.push(...(await expectationProblems(expectation, place, calls[index] ?? 0)));
    }
  }
  return problems;
}

function referenceProblems(step: WrittenStep, path: DocumentPath, calls: readonly number[]): ScriptProblem[] {
  const args = (step.calls ?? []).map((call) => call.args);
  return [
    ...referencesIn(step.say, [...path, "say"], calls),
    ...args.flatMap((value, at) => referencesIn(value, [...path, "calls", at, "args"], calls)),
  ];
}

/** `calls` holds the number of calls of each step that a reference may name. */
function referencesIn(value: unknown, path: DocumentPath, calls: readonly number[]): ScriptProblem[] {
  if (typeof value === "string") {
    return resultReferences(value)
      .filter(({ step, call }) => call >= (calls[step] ?? 0))
      .map(({ text }) => ({ path, what: texts.noSuchResult(text) }));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    referencesIn(item, [...path, Array.isArray(value) ? Number(key) : key], calls),
  );
}

async function expectationProblems(
  expectation: WrittenExpectation,
  path: DocumentPath,
  calls: number,
): Promise<ScriptProblem[]> {
  const problems: ScriptProblem[] = [];
  const { call, matches, details, ...others } = expectation;
  if (call >= calls) problems.push({ path: [...path, "call"], what: texts.noSuchCall(call, calls) });
  if (matches === undefined && details === undefined && Object.keys(others).length === 0) {
    problems.push({ path, what: texts.noCheck, hint: texts.noCheckHint });
  }
  if (matches !== undefined) problems.push(...(await patternProblems(matches, [...path, "matches"])));
  for (const pointer of Object.keys(details ?? {})) {
    if (!isPointer(pointer)) {
      problems.push({ path: [...path, "details", pointer], what: texts.badPointer(pointer) });
    }
  }
  return problems;
}

/** The regex engine of scripts is linear in the text, whatever the pattern. */
async function patternProblems(pattern: string, path: DocumentPath): Promise<ScriptProblem[]> {
  const { RE2JS } = await import("re2js");
  try {
    RE2JS.compile(pattern);
    return [];
  } catch (error) {
    return [{ path, what: texts.badPattern(pattern, messageOf(error)), hint: texts.patternHint }];
  }
}
