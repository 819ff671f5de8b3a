import type { AskUserInput } from "./definition.ts";
import { askFault } from "./errors.ts";
import type { Question, Questionnaire } from "./types.ts";

/** The questions of a call, checked for what its schema cannot say. @throws Fault; nobody was asked then. */
export function questionnaireOf(input: AskUserInput): Questionnaire {
  const title = input.title?.trim() ?? "";
  return {
    ...(title === "" ? {} : { title }),
    requires_explicit_response: input.requiresExplicitResponse ?? false,
    questions: input.steps.map(questionOf),
  };
}

function questionOf(step: AskUserInput["steps"][number], index: number): Question {
  const question = step.question.trim();
  if (question === "") throw askFault.empty(`steps[${index}].question`);
  const labels = new Set<string>();
  const options = step.options.map(({ label: given, description, recommended = false }, at) => {
    const label = given.replaceAll(/\s+/gu, " ").trim();
    if (label === "") throw askFault.empty(`steps[${index}].options[${at}].label`);
    if (labels.has(foldedLabel(label))) throw askFault.optionTwice(index, label);
    labels.add(foldedLabel(label));
    const shown = description?.trim() ?? "";
    return { label, ...(shown === "" ? {} : { description: shown }), recommended };
  });
  const selection_mode = step.selectionMode ?? "single";
  if (selection_mode === "single" && options.filter(({ recommended }) => recommended).length > 1) {
    throw askFault.recommendedTwice(index);
  }
  return { question, selection_mode, options };
}

/** Labels that only differ in case or composition are one for whoever types them. */
export function foldedLabel(label: string): string {
  return label.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}
