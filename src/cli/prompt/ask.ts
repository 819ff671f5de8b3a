import type { Host } from "../../config/host.ts";
import { loadDisplayWidth } from "../../output/table.ts";
import { visible } from "../../output/visible.ts";
import type { AskUser, PermissionQuestion, PermissionReply } from "../../permissions/types.ts";
import { wrap } from "./fold.ts";
import type { KeyReader } from "./keys.ts";
import { type Choice, choose, type MenuPlace } from "./menu.ts";
import { paint } from "./paint.ts";
import { previewOf } from "./preview.ts";
import { type Drawing, drawQuestion } from "./question.ts";
import { canRedraw, rowWidth } from "./screen.ts";
import { keysOf } from "./terminal-keys.ts";
import { texts } from "./texts.ts";

export interface TerminalAsk {
  readonly host: Host;
  readonly color: boolean;
}

type Answer = PermissionReply["answer"];

/** Rows for the rules of an answer: whoever adds a rule must have seen all of it. */
const MOST_RULE_ROWS = 8;
/** Keys pressed before the question stood there were not meant for it. */
const EARLY_KEYS_MS = 150;

/**
 * Asks on the terminal, over standard input and standard error; undefined where there is none, so that a
 * prompt is never shown there.
 */
export function createTerminalAsk({ host, color }: TerminalAsk): AskUser | undefined {
  const withKeys = keysOf(host);
  if (withKeys === undefined) return undefined;
  return async (question, signal) => ({
    answer: (await withKeys(signal, (keys) => ask(question, keys, { host, color }))) ?? "deny",
  });
}

async function ask(
  question: PermissionQuestion,
  keys: KeyReader,
  { host, color }: TerminalAsk,
): Promise<Answer> {
  const out = host.stderr;
  const measure = await loadDisplayWidth();
  const preview = await previewOf(question);
  const drawing = (): Drawing => ({
    width: rowWidth(out),
    measure,
    paint: paint(color),
  });
  const drawn = drawQuestion(question, preview, drawing());
  out.write(drawn.text);
  if (await keys.dropEarly(EARLY_KEYS_MS)) return settled("end", out);
  const rules = shownRules(question, drawing());
  out.write(rules === undefined ? `${texts.noRule}\n` : `${rules.join("\n")}\n`);
  const choices = choicesFor(rules === undefined ? 0 : question.verdict.rules.length);
  const letters = choices.map((choice) => choice.letters.charAt(0)).join(" ");
  const moves = canRedraw(host);
  const hint = [
    moves ? texts.keys(letters) : texts.letters(letters),
    ...(drawn.folded ? [texts.showAll] : []),
  ].join(" ");
  const place: MenuPlace = { out, keys, measure, paint: paint(color) };
  const onLetter = (letter: string) => {
    if (letter === "v" && drawn.folded) out.write(drawQuestion(question, preview, drawing(), true).text);
  };
  const chosen = await choose({ choices, hint, first: "deny", onLetter, moves }, place);
  if (chosen === "interrupt") return settled("end", out);
  return settled(chosen === "gone" ? "deny" : chosen, out);
}

/** The rules that an answer would add, each whole; none when there is none, or more than a person would read. */
function shownRules(
  { verdict, mask }: PermissionQuestion,
  { width, measure }: Drawing,
): readonly string[] | undefined {
  // A rule with a secret in it would be kept in clear.
  if (verdict.rules.some((rule) => mask(rule) !== rule)) return undefined;
  const rows = verdict.rules.flatMap((rule) => wrap(visible(texts.wouldAdd(rule)), width, measure));
  return rows.length === 0 || rows.length > MOST_RULE_ROWS ? undefined : rows;
}

function choicesFor(rules: number): Choice<"once" | "session" | "always" | "deny">[] {
  const lasting: Choice<"session" | "always">[] = [
    { name: "session", letters: "s", label: texts.session, note: texts.adds(rules) },
    { name: "always", letters: "a", label: texts.always, note: texts.stores(rules) },
  ];
  return [
    { name: "once", letters: "oy", label: texts.once },
    ...(rules === 0 ? [] : lasting),
    { name: "deny", letters: "n", label: texts.deny },
  ];
}

function settled(answer: Answer, out: Host["stderr"]): Answer {
  out.write(`${texts.done[answer]}\n`);
  return answer;
}
