import { OPTIONS_LEAST, OPTIONS_MOST, STEPS } from "./limits.ts";
import type { Answer, Question, Questionnaire } from "./types.ts";

/** Every sentence of ask_user. */
export const askTexts = {
  description: () =>
    [
      `Asks the user 1 to ${STEPS} questions, each with ${OPTIONS_LEAST} to ${OPTIONS_MOST} options; the user may also ` +
        "answer in their own words, so do not offer an option for that.",
      "Use it when the work cannot go on well without a decision that is the user's. Do not ask what the files tell, or " +
        "whether to go on.",
      "Where nobody can answer at once the turn ends after this call, and the answers come with the next message.",
    ].join("\n"),
  parameters: {
    steps: "The questions, in the order in which they are asked.",
    question: "One question, in whole words.",
    options: "What there is to choose from; all labels of a question differ.",
    label: "A few words on one line.",
    description: "What choosing it means.",
    recommended: "Marks the option that you would take.",
    selectionMode: 'Whether one option is chosen or any number. Default: "single".',
    title: "What the questions are about, in a few words.",
    requiresExplicitResponse:
      "The user must answer every question; otherwise one may be skipped, and you decide. Default: false.",
  },
  empty: (what: string) => `Cannot ask: ${what} is empty. Nobody was asked.`,
  sameLabel: (step: number, label: string) =>
    `Cannot ask: two options of steps[${step}] have the label "${label}". Nobody was asked.`,
  recommendedTwice: (step: number) =>
    `Cannot ask: steps[${step}] takes one answer but recommends several. Nobody was asked.`,
  waiting: (count: number) =>
    `${count === 1 ? "The question waits" : `${count} questions wait`} for the user. The turn ends here; the ` +
    `${count === 1 ? "answer comes" : "answers come"} with the next message.`,
  answered: (questionnaire: Questionnaire, answers: readonly Answer[]) =>
    [
      "The user answered:",
      ...questionnaire.questions.map((question, index) => answerLine(question, index, answers[index])),
    ].join("\n"),
  shownQuestion: (step: number, question: string, several: boolean) =>
    `${step}. ${question}${several ? " (several may be chosen)" : ""}`,
  shownOption: (
    number: number,
    label: string,
    { description, recommended }: { readonly description?: string; readonly recommended: boolean },
  ) =>
    `   ${number} ${label}${recommended ? " (recommended)" : ""}${description === undefined ? "" : `: ${description}`}`,
  answerCount: (got: number, wanted: number) =>
    `Cannot go on: ${wanted === 1 ? "one question waits" : `${wanted} questions wait`} for an answer, got ${got}`,
  answerCountHint: (questionnaire: Questionnaire) =>
    `Give --answer once for each, in order: ${questionnaire.questions.map(questionHint).join("; ")}`,
  answerEmpty: (question: string) => `Cannot leave "${question}" open: it needs an answer, got an empty one`,
  answerLong: (characters: number, most: number) =>
    `Cannot use an answer of ${characters} characters: at most ${most}`,
};

function answerLine(question: Question, index: number, answer: Answer | undefined): string {
  return `${index + 1}. ${question.question}\n   ${answerText(question, answer)}`;
}

function answerText({ options }: Question, answer: Answer | undefined): string {
  const chosen = (answer?.selected ?? []).map((label) => `"${label}"`).join(", ");
  const own = answer?.text === undefined ? "" : `in their own words: ${answer.text}`;
  if (chosen !== "" || own !== "") return [chosen, own].filter((part) => part !== "").join(", and ");
  const recommended = options.filter((option) => option.recommended).map(({ label }) => `"${label}"`);
  return recommended.length === 0
    ? "(left open: decide yourself)"
    : `(left open: decide yourself; you recommended ${recommended.join(", ")})`;
}

function questionHint({ question, options }: Question): string {
  return `${question} (${options.map(({ label }, index) => `${index + 1} ${label}`).join(", ")}, or own words)`;
}
