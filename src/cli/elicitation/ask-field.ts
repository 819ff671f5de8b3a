import type { ElicitField } from "../../mcp/elicit-form.ts";
import { visible } from "../../output/visible.ts";
import { flow } from "../prompt/fold.ts";
import type { MenuPlace } from "../prompt/menu.ts";
import { rowWidth } from "../prompt/screen.ts";
import { readLine } from "../questionnaire/line-input.ts";
import { texts } from "./texts.ts";

/** Characters of one typed answer. */
const MOST_CHARACTERS = 4_000;

export interface FieldPlace {
  /** From 1. */
  readonly at: number;
  readonly of: number;
  /** Whether the cursor of the terminal can be moved. */
  readonly moves: boolean;
}

type FieldAnswer = { readonly value: unknown } | { readonly open: true };

/** Asks for one field until what is typed fits, the user will not, or the terminal went away. */
export async function askField(
  field: ElicitField,
  { at, of, moves }: FieldPlace,
  place: MenuPlace,
): Promise<FieldAnswer | "interrupt" | "gone"> {
  show(field, texts.field(field.title, at, of), place);
  const { out } = place;
  for (;;) {
    const line = await readLine(place, moves, MOST_CHARACTERS, "");
    if (line.kind === "interrupt" || line.kind === "gone") return line.kind;
    const answer = line.kind === "text" ? typedAnswer(field, line.text) : openAnswer(field);
    if ("problem" in answer) {
      out.write(`${visible(answer.problem)}\n`);
      continue;
    }
    const shown = "value" in answer ? shownValue(field, answer.value) : texts.leftOpen;
    out.write(`${visible(texts.answer(shown))}\n`);
    return answer;
  }
}

type Problem = { readonly problem: string };

/** The default is filled in by the connection, as MCP wants it; it is said here all the same. */
function openAnswer(field: ElicitField): FieldAnswer | Problem {
  if (field.default !== undefined) return { value: field.default };
  return field.required ? { problem: texts.needed } : { open: true };
}

function typedAnswer(field: ElicitField, text: string): FieldAnswer | Problem {
  const chosen = field.choices === undefined ? { value: field.read(text) } : chosenOf(field, text);
  if ("problem" in chosen) return chosen;
  const problem = field.problem(chosen.value);
  return problem === undefined ? chosen : { problem };
}

function chosenOf(field: ElicitField, text: string): { readonly value: unknown } | Problem {
  const values: unknown[] = [];
  for (const part of field.several ? text.split(",") : [text]) {
    const typed = part.trim();
    const choice = choiceOf(field, typed);
    if (choice === undefined) return { problem: texts.noChoice(typed) };
    if (!values.includes(choice.value)) values.push(choice.value);
  }
  return { value: field.several ? values : values[0] };
}

const YES_NO = new Map([
  ["y", "yes"],
  ["n", "no"],
  ["true", "yes"],
  ["false", "no"],
]);

/** By number, or by what it is called. */
function choiceOf({ choices = [] }: ElicitField, typed: string) {
  const typedBoolean = choices.some(({ value }) => value === true)
    ? YES_NO.get(typed.toLowerCase())
    : undefined;
  const wanted = typedBoolean ?? typed.toLowerCase();
  const called = choices.find(({ label, value }) => label.toLowerCase() === wanted || value === typed);
  return called ?? (/^\d{1,3}$/u.test(typed) ? choices[Number(typed) - 1] : undefined);
}

function show(field: ElicitField, head: string, { out, measure, paint }: MenuPlace): void {
  const width = rowWidth(out);
  const rows = (sentence: string) => flow(visible(sentence), { width, measure });
  const { description, choices, several, required } = field;
  const usual = field.default === undefined ? undefined : shownValue(field, field.default);
  const hints = [...(choices === undefined ? [] : [texts.howToChoose(several)]), texts.open(required, usual)];
  const lines = [
    "",
    ...rows(head).map(paint.bold),
    ...(description === undefined ? [] : rows(description)),
    ...(choices ?? []).flatMap(({ label }, index) => rows(texts.choice(index + 1, label))),
    ...rows(hints.join(" ")).map(paint.dim),
  ];
  out.write(`${lines.join("\n")}\n`);
}

function shownValue({ choices = [] }: ElicitField, value: unknown): string {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = values.map((one) => choices.find((choice) => choice.value === one)?.label ?? plain(one));
  return names.join(", ");
}

function plain(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
