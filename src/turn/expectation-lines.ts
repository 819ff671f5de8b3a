import { visible } from "../output/visible.ts";
import { SHOWN_ACTUAL } from "./limits.ts";
import type { ExpectationFailure, Expected, TurnDocument } from "./types.ts";

/** What a person is told of a script's expectations: each failure with what was expected and what came. */
export function expectationLines({ expectations, calls }: TurnDocument): string[] {
  if (expectations === undefined) return [];
  const lines = expectations.failures.flatMap((failure) => {
    const entry = calls.filter((call) => call.step === failure.step)[failure.call];
    return failureLines(failure, entry?.tool);
  });
  if (expectations.failed > 0) lines.push(summary(expectations.passed, expectations.failed));
  return lines;
}

function failureLines(
  { step, call, expected, actual }: ExpectationFailure,
  tool: string | undefined,
): string[] {
  return [
    `error: Expectation failed in step ${step}, call ${call}${tool === undefined ? "" : ` (${visible(tool)})`}`,
    `  expected: ${expectedText(expected)}`,
    `  came:     ${shown(actual)}`,
  ];
}

function expectedText(expected: Expected): string {
  if ("contains" in expected) return `a text that contains ${shown(expected.contains)}`;
  if ("matches" in expected) return `a text that matches ${shown(expected.matches)}`;
  if ("equals" in expected) return `the text ${shown(expected.equals)}`;
  if ("isError" in expected) return expected.isError ? "an error result" : "a result that is no error";
  const { pointer, value } = expected.details;
  return `details ${pointer === "" ? "(all)" : visible(pointer)} to be ${shown(value)}`;
}

/** As JSON, so that ends and blanks show; from a long text its two ends. */
function shown(value: unknown): string {
  if (value === null) return "nothing";
  if (typeof value !== "string") return visible(short(JSON.stringify(value)));
  return JSON.stringify(short(value));
}

function short(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= SHOWN_ACTUAL) return text;
  const half = SHOWN_ACTUAL / 2;
  const left = characters.length - SHOWN_ACTUAL;
  return `${characters.slice(0, half).join("")} … ${left} characters … ${characters.slice(-half).join("")}`;
}

function summary(passed: number, failed: number): string {
  return `${failed} of ${passed + failed} expectations failed`;
}
