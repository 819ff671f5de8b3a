import { textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { askTexts as texts } from "./texts.ts";
import { type Question, type Questionnaire, SELECTION_MODES } from "./types.ts";

/** The result of a call that ends the turn: the questions ride in its details until they are answered. */
export function waitingResult(tool: string, questionnaire: Questionnaire): ToolResult {
  return textResult(tool, texts.waiting(questionnaire.questions.length), {
    terminate: true,
    details: { waiting_for_user: true, ...questionnaire },
  });
}

/** The questions in the details of a stored result; undefined when they are none, or not whole. */
export function waitingOf(details: unknown): Questionnaire | undefined {
  if (!isRecord(details) || details.waiting_for_user !== true) return undefined;
  const { title, requires_explicit_response: explicit, feature, questions } = details;
  if (!Array.isArray(questions) || questions.length === 0 || !questions.every(isQuestion)) return undefined;
  return {
    ...(typeof title === "string" ? { title } : {}),
    requires_explicit_response: explicit === true,
    questions,
    ...(typeof feature === "string" ? { feature } : {}),
  };
}

function isQuestion(value: unknown): value is Question {
  if (!isRecord(value) || typeof value.question !== "string") return false;
  if (!SELECTION_MODES.some((mode) => mode === value.selection_mode)) return false;
  return Array.isArray(value.options) && value.options.every(isOption);
}

function isOption(value: unknown): boolean {
  return isRecord(value) && typeof value.label === "string" && typeof value.recommended === "boolean";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
