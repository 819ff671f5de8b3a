import { Type } from "@sinclair/typebox";
import { nearest } from "../../output/nearest.ts";
import { shortened } from "../../output/shortened.ts";
import { visible, visibleBlock } from "../../output/visible.ts";
import { mavisFault } from "./errors.ts";
import {
  LISTED_SESSIONS,
  LISTED_SESSIONS_MOST,
  SENT_MESSAGE_CHARACTERS,
  SHOWN_MESSAGE_CHARACTERS,
  SHOWN_MESSAGES,
  SHOWN_MESSAGES_MOST,
  SHOWN_PROMPT_CHARACTERS,
} from "./limits.ts";
import { mavisTexts } from "./texts.ts";
import type { SessionStore } from "./types.ts";
import { type MavisCall, type MavisDone, type Verb, verb } from "./verb.ts";

const texts = mavisTexts.sessions;
const closed = { additionalProperties: false };
const id = Type.String({ minLength: 1 });

/** Stored sessions. */
export const sessionVerbs: Readonly<Record<string, Verb>> = {
  list: verb(
    Type.Object(
      { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LISTED_SESSIONS_MOST })) },
      closed,
    ),
    ({ stores }, { limit = LISTED_SESSIONS }) => list(stores.sessions, limit),
  ),
  get: verb(
    Type.Object(
      { id, messages: Type.Optional(Type.Integer({ minimum: 1, maximum: SHOWN_MESSAGES_MOST })) },
      closed,
    ),
    ({ stores }, { id: given, messages = SHOWN_MESSAGES }) => get(stores.sessions, given, messages),
  ),
  send: verb(
    Type.Object({ id, message: Type.String({ minLength: 1, maxLength: SENT_MESSAGE_CHARACTERS }) }, closed),
    (call, { id: given, message }) => send(call, given, message),
  ),
};

async function list(store: SessionStore, limit: number): Promise<MavisDone> {
  const all = await store.list();
  const kept = all.slice(0, limit);
  const lines = kept.map(({ id: own, status, changedAt, prompt = "" }) =>
    texts.line(own, status, timeOf(changedAt), shortened(visible(prompt), SHOWN_PROMPT_CHARACTERS)),
  );
  const more = all.length > kept.length ? [texts.more(kept.length, all.length)] : [];
  return {
    text: all.length === 0 ? texts.none : [...lines, ...more].join("\n"),
    details: { sessions: kept, total: all.length },
  };
}

async function get(store: SessionStore, given: string, most: number): Promise<MavisDone> {
  const found = await store.get(given);
  if (found === undefined) throw await unknown(store, given);
  const { messages, ...facts } = found;
  const kept = messages.slice(-most);
  const lines = kept.map(({ role, text }) =>
    texts.message(role, shortened(visibleBlock(text), SHOWN_MESSAGE_CHARACTERS)),
  );
  const left = messages.length > kept.length ? [texts.left(kept.length, messages.length)] : [];
  const workspace = visible(facts.workspace ?? "an unknown folder");
  const head = texts.head(facts.id, facts.status, timeOf(facts.changedAt), workspace);
  return { text: [head, ...left, ...lines].join("\n"), details: { ...facts, messages: messages.length } };
}

async function send({ stores, ctx, now }: MavisCall, given: string, text: string): Promise<MavisDone> {
  if (given === ctx.sessionId) throw mavisFault.ownSession();
  const done = await stores.sessions.send(given, { from: ctx.sessionId, text, at: now() });
  if (done === "unknown") throw await unknown(stores.sessions, given);
  if (done === "busy") throw mavisFault.sessionBusy(given);
  return { text: texts.sent(given), details: { id: given } };
}

async function unknown(store: SessionStore, given: string) {
  const ids = (await store.list()).map((session) => session.id);
  return mavisFault.sessionUnknown(given, nearest(given, ids));
}

function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
