import { canonicalJson } from "../../output/json.ts";
import type { CallEntry, ExpectationFailure, ExpectationReport, Expected } from "../types.ts";
import { valueAt } from "./pointer.ts";
import { type References, replaceDeep, replaceReferences } from "./replace.ts";
import type { ScriptExpectation } from "./types.ts";

type Compile = (pattern: string) => { find(text: string): boolean };

/** Checks the results of steps and keeps what failed. */
export class ExpectationChecker {
  readonly #compile: Compile;
  readonly #failures: ExpectationFailure[] = [];
  #passed = 0;

  private constructor(compile: Compile) {
    this.#compile = compile;
  }

  static async create(): Promise<ExpectationChecker> {
    const { RE2JS } = await import("re2js");
    return new ExpectationChecker((pattern) => {
      const compiled = RE2JS.compile(pattern);
      return { find: (text) => compiled.matcher(text).find() };
    });
  }

  /** `calls` are the finished calls of the step, in order. */
  check(
    step: number,
    expectations: readonly ScriptExpectation[],
    calls: readonly CallEntry[],
    references: References,
  ): void {
    for (const { call, expected: written } of expectations) {
      const expected = replaced(written, references);
      const entry = calls[call];
      const seen = entry === undefined ? { ok: false, actual: null } : this.#judge(expected, entry);
      if (seen.ok) this.#passed += 1;
      else this.#failures.push({ step, call, expected, actual: seen.actual });
    }
  }

  report(): ExpectationReport {
    return { passed: this.#passed, failed: this.#failures.length, failures: this.#failures };
  }

  #judge(expected: Expected, entry: CallEntry): { ok: boolean; actual: unknown } {
    if ("contains" in expected) return { ok: entry.text.includes(expected.contains), actual: entry.text };
    if ("matches" in expected) {
      return { ok: this.#compile(expected.matches).find(entry.text), actual: entry.text };
    }
    if ("equals" in expected) return { ok: entry.text === expected.equals, actual: entry.text };
    if ("isError" in expected) return { ok: entry.isError === expected.isError, actual: entry.isError };
    const { found, value } = valueAt(entry.details, expected.details.pointer);
    const ok = found && canonicalJson(value) === canonicalJson(expected.details.value);
    return { ok, actual: found ? value : null };
  }
}

function replaced(expected: Expected, references: References): Expected {
  if ("contains" in expected) return { contains: replaceReferences(expected.contains, references) };
  if ("equals" in expected) return { equals: replaceReferences(expected.equals, references) };
  if ("details" in expected) {
    const { pointer, value } = expected.details;
    return { details: { pointer, value: replaceDeep(value, references) } };
  }
  return expected;
}
