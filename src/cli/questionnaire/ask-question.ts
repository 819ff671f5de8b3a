import { visible } from "../../output/visible.ts";
import { ANSWER_CHARACTERS } from "../../tools/ask-user/limits.ts";
import type { Answer, Question } from "../../tools/ask-user/types.ts";
import { flow } from "../prompt/fold.ts";
import { type Choice, choose, type MenuPlace } from "../prompt/menu.ts";
import { rowWidth } from "../prompt/screen.ts";
import { readLine } from "./line-input.ts";
import { texts } from "./texts.ts";

export interface Asked {
  readonly question: Question;
  /** From 1. */
  readonly step: number;
  readonly of: number;
  readonly mustAnswer: boolean;
  /** Whether the cursor of the terminal can be moved. */
  readonly moves: boolean;
}

type Name = "1" | "2" | "3" | "4" | "own" | "skip" | "done";

/** What has been chosen of one question so far. */
interface Draft {
  readonly selected: ReadonlySet<string>;
  readonly text?: string;
}

/** Asks one question; undefined when the user wants to answer later, or the terminal went away. */
export async function askQuestion(asked: Asked, place: MenuPlace): Promise<Answer | undefined> {
  const { question } = asked;
  show(asked, place);
  let draft: Draft = { selected: new Set() };
  let first: Name = firstOf(question);
  for (;;) {
    const name = await choose(menuOf(asked, draft, first), place);
    if (name === "interrupt" || name === "gone") return undefined;
    if (name === "skip") return settled({ selected: [] }, place);
    if (name === "done") return settled(answerOf(question, draft), place);
    if (name === "own") {
      const line = await readLine(place, asked.moves, ANSWER_CHARACTERS);
      if (line.kind === "back") continue;
      if (line.kind !== "text") return undefined;
      draft = { ...draft, text: line.text };
    } else {
      draft = { ...draft, selected: toggled(draft.selected, labelOf(question, name)) };
    }
    if (question.selection_mode === "single") return settled(answerOf(question, draft), place);
    first = name === "own" ? "done" : name;
  }
}

function show({ question, step, of }: Asked, { out, measure, paint }: MenuPlace): void {
  const width = rowWidth(out);
  const rows = (sentence: string) => flow(visible(sentence), { width, measure });
  const several = question.selection_mode === "multiple" ? rows(texts.several).map(paint.dim) : [];
  // A description may be longer than the row of the menu that its label stands in.
  const described = question.options.flatMap(({ label, description }) =>
    description === undefined ? [] : rows(texts.described(label, description)),
  );
  const lines = [
    "",
    ...rows(texts.step(question.question, step, of)).map(paint.bold),
    ...described,
    ...several,
    "",
  ];
  out.write(`${lines.join("\n")}\n`);
}

function menuOf(asked: Asked, draft: Draft, first: Name) {
  const { question, mustAnswer, moves } = asked;
  const several = question.selection_mode === "multiple";
  const options = question.options.map(({ label, recommended }, index): Choice<Name> => {
    const number = String(index + 1) as Name;
    const mark = draft.selected.has(label) ? "[x] " : "[ ] ";
    const shown = visible(label);
    return {
      name: number,
      letters: number,
      label: several ? mark + shown : shown,
      ...(recommended ? { note: texts.recommended } : {}),
    };
  });
  const answered = draft.selected.size > 0 || draft.text !== undefined;
  const choices: Choice<Name>[] = [
    ...options,
    {
      name: "own",
      letters: "o",
      label: texts.own,
      ...(draft.text === undefined ? {} : { note: visible(draft.text) }),
    },
    ...(several && answered ? [{ name: "done" as const, letters: "d", label: texts.done }] : []),
    ...(mustAnswer || answered ? [] : [{ name: "skip" as const, letters: "s", label: texts.skip }]),
  ];
  const letters = choices.map((choice) => choice.letters).join(" ");
  return { choices, first, moves, hint: moves ? texts.keys(letters) : texts.letters(letters) };
}

function firstOf({ options }: Question): Name {
  const index = options.findIndex(({ recommended }) => recommended);
  return String(Math.max(0, index) + 1) as Name;
}

function labelOf({ options }: Question, name: Name): string {
  return options[Number(name) - 1]?.label ?? "";
}

function toggled(selected: ReadonlySet<string>, label: string): ReadonlySet<string> {
  const changed = new Set(selected);
  if (!changed.delete(label)) changed.add(label);
  return changed;
}

/** The labels in the order of the options. */
function answerOf({ options }: Question, { selected, text }: Draft): Answer {
  const labels = options.map(({ label }) => label).filter((label) => selected.has(label));
  return text === undefined ? { selected: labels } : { selected: labels, text };
}

function settled(answer: Answer, { out }: MenuPlace): Answer {
  const parts = [...answer.selected, ...(answer.text === undefined ? [] : [answer.text])];
  out.write(`${texts.answer(visible(parts.length === 0 ? texts.open : parts.join(", ")))}\n`);
  return answer;
}
