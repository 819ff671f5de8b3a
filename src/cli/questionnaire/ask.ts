import type { Host } from "../../config/host.ts";
import { loadDisplayWidth } from "../../output/table.ts";
import { visible } from "../../output/visible.ts";
import type { Answer, Questionnaire, QuestionPort, QuestionReply } from "../../tools/ask-user/types.ts";
import type { KeyReader } from "../prompt/keys.ts";
import type { MenuPlace } from "../prompt/menu.ts";
import { paint } from "../prompt/paint.ts";
import { canRedraw } from "../prompt/screen.ts";
import { keysOf } from "../prompt/terminal-keys.ts";
import { texts } from "./texts.ts";

/** Keys pressed before the questions stood there were not meant for them. */
const EARLY_KEYS_MS = 150;

/**
 * Asks the model's questions on the terminal, over standard input and standard error; undefined where there is
 * none. Ctrl-C answers nothing: the questions wait, and the turn ends.
 */
export function createQuestionnaire(options: {
  readonly host: Host;
  readonly color: boolean;
}): QuestionPort | undefined {
  const { host, color } = options;
  const withKeys = keysOf(host);
  if (withKeys === undefined) return undefined;
  return async (questionnaire, signal) => {
    const measure = await loadDisplayWidth();
    const reply = await withKeys(signal, (keys) =>
      askAll(questionnaire, { out: host.stderr, keys, measure, paint: paint(color) }, canRedraw(host)),
    );
    return reply ?? { kind: "later" };
  };
}

async function askAll(
  { title, questions, requires_explicit_response: mustAnswer }: Questionnaire,
  place: MenuPlace & { readonly keys: KeyReader },
  moves: boolean,
): Promise<QuestionReply> {
  const { askQuestion } = await import("./ask-question.ts");
  const { out } = place;
  out.write(`\n${title === undefined ? texts.asks : visible(texts.titled(title))}\n`);
  if (await place.keys.dropEarly(EARLY_KEYS_MS)) return later(out);
  const answers: Answer[] = [];
  for (const [index, question] of questions.entries()) {
    const asked = { question, step: index + 1, of: questions.length, mustAnswer, moves };
    const answer = await askQuestion(asked, place);
    if (answer === undefined) return later(out);
    answers.push(answer);
  }
  return { kind: "answered", answers };
}

function later(out: Host["stderr"]): QuestionReply {
  out.write(`${texts.later}\n`);
  return { kind: "later" };
}
