import { askFault } from "./errors.ts";
import { ANSWER_CHARACTERS } from "./limits.ts";
import { foldedLabel } from "./questionnaire.ts";
import { askTexts as texts } from "./texts.ts";
import type { Answer, Question, Questionnaire } from "./types.ts";

/**
 * What typed texts answer, one per question in order: the label of an option, its number from 1, several of
 * either split at commas where several may be chosen, or else the user's own words.
 * @throws Fault (exit 2, `--answer`): too few or too many, or an empty one where an answer is required.
 */
export function readAnswers(questionnaire: Questionnaire, typed: readonly string[]): readonly Answer[] {
  const { questions } = questionnaire;
  if (typed.length !== questions.length) throw askFault.answerCount(typed.length, questionnaire);
  return questions.map((question, index) => readAnswer(questionnaire, question, typed[index] ?? ""));
}

/** What the model is told of the answers. */
export function answersText(questionnaire: Questionnaire, answers: readonly Answer[]): string {
  return texts.answered(questionnaire, answers);
}

/** For the details of a result. */
export function answerDetails(
  { questions }: Questionnaire,
  answers: readonly Answer[],
): Record<string, unknown> {
  return {
    answers: questions.map(({ question }, index) => ({
      question,
      selected: answers[index]?.selected ?? [],
      ...(answers[index]?.text === undefined ? {} : { text: answers[index].text }),
    })),
  };
}

function readAnswer(questionnaire: Questionnaire, question: Question, typed: string): Answer {
  const text = typed.trim();
  if (text.length > ANSWER_CHARACTERS) throw askFault.answerLong(text.length, ANSWER_CHARACTERS);
  if (text === "") {
    if (questionnaire.requires_explicit_response) throw askFault.answerEmpty(question.question);
    return { selected: [] };
  }
  const whole = labelOf(question, text);
  if (whole !== undefined) return { selected: [whole] };
  const parts = question.selection_mode === "multiple" ? text.split(",") : [];
  const labels = parts.map((part) => labelOf(question, part));
  return labels.length > 1 && labels.every((label) => label !== undefined)
    ? { selected: [...new Set(labels)] }
    : { selected: [], text };
}

/** A label before a number: options may well be called "2" and "4". */
function labelOf({ options }: Question, typed: string): string | undefined {
  const folded = foldedLabel(typed);
  const named = options.find(({ label }) => foldedLabel(label) === folded);
  return named?.label ?? (/^[1-9]$/.test(folded) ? options[Number(folded) - 1]?.label : undefined);
}
