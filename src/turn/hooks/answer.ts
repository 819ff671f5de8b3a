import type { HookRun } from "./run-command.ts";
import { hookTexts as texts } from "./texts.ts";
import type { HookEvent } from "./types.ts";

/** What one hook command wants, whichever way it said so. */
export interface HookAnswer {
  /** The call, the prompt or the stop is blocked, with this reason. */
  readonly block?: string;
  /** PreToolUse: the input to go on with, in the foreign names. */
  readonly input?: unknown;
  /** More for the model to read. */
  readonly context?: string;
  /** The whole turn is to end. */
  readonly stop?: string;
  /** For the person: the hook failed without blocking. */
  readonly failure?: string;
}

/**
 * Reads an exit code and what was printed as the two programs document it: 2 blocks with stderr as the
 * reason, 0 may carry a JSON answer, anything else is a failure that blocks nothing.
 */
export function answerOf(event: HookEvent, run: HookRun): HookAnswer {
  const said = run.stderr.trim();
  if (run.code === 2) return { block: said === "" ? texts.blocked : said };
  if (run.code !== 0) {
    const code = run.code === null ? "signal" : `exit code ${run.code}`;
    return { failure: texts.failed(event, code, said.split("\n", 1)[0] ?? "") };
  }
  const printed = run.stdout.trim();
  if (!printed.startsWith("{")) {
    // What a prompt hook prints is context for the model; of the others it is for nobody.
    return event === "UserPromptSubmit" && printed !== "" ? { context: printed } : {};
  }
  const answer = jsonObject(printed);
  return answer === undefined ? { failure: texts.badAnswer(event) } : fromJson(event, answer);
}

function fromJson(event: HookEvent, answer: Readonly<Record<string, unknown>>): HookAnswer {
  const specific = asObject(answer.hookSpecificOutput);
  const context = textOf(specific.additionalContext);
  return {
    ...decisionOf(event, answer, specific),
    ...(context === undefined ? {} : { context }),
    ...(answer.continue === false ? { stop: textOf(answer.stopReason) ?? texts.blocked } : {}),
  };
}

function decisionOf(
  event: HookEvent,
  answer: Readonly<Record<string, unknown>>,
  specific: Readonly<Record<string, unknown>>,
): HookAnswer {
  if (answer.decision === "block") return { block: textOf(answer.reason) ?? texts.blocked };
  if (event !== "PreToolUse") return {};
  const reason = textOf(specific.permissionDecisionReason);
  if (specific.permissionDecision === "deny") return { block: reason ?? texts.blocked };
  if (specific.permissionDecision === "ask") return { block: reason ?? texts.mustAsk };
  return "updatedInput" in specific ? { input: specific.updatedInput } : {};
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
