import { visible } from "../../output/visible.ts";
import { askTexts as texts } from "./texts.ts";
import type { Questionnaire } from "./types.ts";

/** The questions as a person reads them where they wait for an answer; the model's words are made harmless. */
export function shownQuestions({ title, questions }: Questionnaire): string[] {
  const lines = questions.flatMap(({ question, options, selection_mode: mode }, index) => [
    texts.shownQuestion(index + 1, question, mode === "multiple"),
    ...options.map(({ label, description, recommended }, at) =>
      texts.shownOption(at + 1, label, { description, recommended }),
    ),
  ]);
  return [...(title === undefined ? [] : [title]), ...lines].map(visible);
}
