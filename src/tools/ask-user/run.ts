import { textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { answerDetails, answersText } from "./answers.ts";
import type { Answer, Questionnaire, QuestionPort } from "./types.ts";
import { waitingResult } from "./waiting.ts";

export interface Asking {
  readonly tool: string;
  readonly questionnaire: Questionnaire;
  /** Absent where nobody can answer now. */
  readonly questions?: QuestionPort;
  readonly signal?: AbortSignal;
  /** What comes of the answers; absent: the model is told them. */
  readonly onAnswered?: (answers: readonly Answer[]) => Promise<ToolResult>;
}

/** Asks where there is somebody to ask; otherwise the turn ends waiting for the answers. */
export async function askOrWait(asking: Asking): Promise<ToolResult> {
  const { tool, questionnaire, questions, signal } = asking;
  if (questions === undefined) return waitingResult(tool, questionnaire);
  const reply = await questions(questionnaire, signal);
  // The way of the call tells of the abort.
  signal?.throwIfAborted();
  if (reply.kind === "later") return waitingResult(tool, questionnaire);
  if (asking.onAnswered !== undefined) return asking.onAnswered(reply.answers);
  return textResult(tool, answersText(questionnaire, reply.answers), {
    details: answerDetails(questionnaire, reply.answers),
  });
}
