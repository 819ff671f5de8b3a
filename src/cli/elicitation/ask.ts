import type { Host } from "../../config/host.ts";
import { type ElicitField, formOf } from "../../mcp/elicit-form.ts";
import type { Elicit, ElicitReply, ElicitRequest } from "../../mcp/types.ts";
import { loadDisplayWidth } from "../../output/table.ts";
import { visible, visibleBlock } from "../../output/visible.ts";
import { flow } from "../prompt/fold.ts";
import type { KeyReader } from "../prompt/keys.ts";
import { choose, type MenuPlace } from "../prompt/menu.ts";
import { paint } from "../prompt/paint.ts";
import { canRedraw, rowWidth } from "../prompt/screen.ts";
import { keysOf } from "../prompt/terminal-keys.ts";
import { askField } from "./ask-field.ts";
import { texts } from "./texts.ts";

/** Keys pressed before the question stood there were not meant for it. */
const EARLY_KEYS_MS = 150;

type Place = MenuPlace & { readonly keys: KeyReader };

/**
 * Asks the user on behalf of a server, on the terminal; undefined where there is none. The words come from the
 * server and are shown harmless, behind its name.
 */
export function createElicit(options: { readonly host: Host; readonly color: boolean }): Elicit | undefined {
  const { host, color } = options;
  const withKeys = keysOf(host);
  if (withKeys === undefined) return undefined;
  return async (request, signal) => {
    const measure = await loadDisplayWidth();
    const moves = canRedraw(host);
    const reply = await withKeys(signal, (keys) =>
      ask(request, { out: host.stderr, keys, measure, paint: paint(color) }, moves),
    );
    return reply ?? { action: "cancel" };
  };
}

async function ask(request: ElicitRequest, place: Place, moves: boolean): Promise<ElicitReply> {
  const { out } = place;
  const fields = formOf(request.schema);
  show(request, place);
  if (fields === undefined) {
    out.write(`${texts.unshowable}\n`);
    return { action: "decline" };
  }
  if (await place.keys.dropEarly(EARLY_KEYS_MS)) return interrupted(out);
  const chosen = await choose({ ...menuOf(moves), first: "decline", moves }, place);
  if (chosen === "interrupt") return interrupted(out);
  if (chosen !== "agree") return declined(out, chosen === "decline" ? "decline" : "cancel");
  return answered(fields, place, moves);
}

async function answered(fields: readonly ElicitField[], place: Place, moves: boolean): Promise<ElicitReply> {
  const content: [string, unknown][] = [];
  for (const [index, field] of fields.entries()) {
    const answer = await askField(field, { at: index + 1, of: fields.length, moves }, place);
    if (answer === "interrupt") return interrupted(place.out);
    if (answer === "gone") return declined(place.out, "cancel");
    if ("value" in answer) content.push([field.key, answer.value]);
  }
  place.out.write(`${texts.sent}\n`);
  return { action: "accept", content: Object.fromEntries(content) };
}

function show({ server, message }: ElicitRequest, { out, measure, paint: painted }: Place): void {
  const width = rowWidth(out);
  const lines = visibleBlock(message).split("\n");
  const rows = lines.flatMap((line) => flow(line, { width, measure }));
  out.write(
    `\n${painted.bold(visible(texts.asks(server)))}\n${rows.join("\n")}\n${painted.dim(texts.sees)}\n`,
  );
}

function menuOf(moves: boolean) {
  return {
    choices: [
      { name: "agree" as const, letters: "ay", label: texts.agree },
      { name: "decline" as const, letters: "dn", label: texts.decline },
    ],
    hint: moves ? texts.keys("a d") : texts.letters("a d"),
  };
}

function interrupted(out: Host["stderr"]): ElicitReply {
  declined(out, "cancel");
  return { action: "cancel", endsTurn: true };
}

function declined(out: Host["stderr"], action: "decline" | "cancel"): ElicitReply {
  out.write(`${texts.declined}\n`);
  return { action };
}
