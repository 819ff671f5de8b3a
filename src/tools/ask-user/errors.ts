import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import { visible } from "../../output/visible.ts";
import { askTexts as texts } from "./texts.ts";
import type { Questionnaire } from "./types.ts";

export const ASK_CODES = [
  "question_empty",
  "option_twice",
  "recommended_twice",
  "answer_count",
  "answer_empty",
  "answer_long",
] as const;
export type AskCode = (typeof ASK_CODES)[number];

const flag = { where: "--answer", exit: ExitCode.usage };

/** The faults of questions and answers, one maker per code. */
export const askFault = {
  empty: (what: string) => new Fault<AskCode>("question_empty", { what: texts.empty(what) }),
  optionTwice: (step: number, label: string) =>
    new Fault<AskCode>("option_twice", { what: texts.sameLabel(step, label), data: { step, label } }),
  recommendedTwice: (step: number) =>
    new Fault<AskCode>("recommended_twice", { what: texts.recommendedTwice(step), data: { step } }),
  /** The words of the questions come from a model. */
  answerCount: (got: number, questionnaire: Questionnaire) =>
    new Fault<AskCode>("answer_count", {
      ...flag,
      what: texts.answerCount(got, questionnaire.questions.length),
      hint: visible(texts.answerCountHint(questionnaire)),
    }),
  answerEmpty: (question: string) =>
    new Fault<AskCode>("answer_empty", { ...flag, what: visible(texts.answerEmpty(question)) }),
  answerLong: (characters: number, most: number) =>
    new Fault<AskCode>("answer_long", { ...flag, what: texts.answerLong(characters, most) }),
};
