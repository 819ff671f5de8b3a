import { shownQuestions } from "../tools/ask-user/shown.ts";
import { waitingOf } from "../tools/ask-user/waiting.ts";
import { progressTexts as texts } from "./progress-texts.ts";
import type { TurnDocument } from "./types.ts";

/** What a turn waits for, and the command that goes on; nothing for a turn that waits for nobody. */
export function waitingLines({ stopReason, calls, sessionId }: TurnDocument): string[] {
  if (stopReason !== "waiting_for_user") return [];
  const last = calls.findLast(({ details }) => details.waiting_for_user === true);
  const questionnaire = waitingOf(last?.details);
  if (questionnaire === undefined) return [texts.resumePlan(sessionId)];
  const { questions } = questionnaire;
  return [
    texts.waits(questions.length),
    ...shownQuestions(questionnaire),
    texts.resumeAnswers(sessionId, questions.length),
  ];
}
