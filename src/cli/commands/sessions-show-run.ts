import { headWithin } from "../../output/gates/cut.ts";
import { jsonDocument } from "../../output/json.ts";
import { lineSpans } from "../../output/lines.ts";
import { visible, visibleBlock } from "../../output/visible.ts";
import type { StoredLine } from "../../turn/session/line-shape.ts";
import { messageText } from "../../turn/session/stored-sessions.ts";
import type { CliContext } from "../context.ts";
import type { SessionsFlags } from "./sessions.ts";
import { sessionEntry } from "./sessions-list-run.ts";
import { texts } from "./sessions-texts.ts";
import { type StoredEntries, storedEntries } from "./stored-entries.ts";

const SHOWN_LINES = 5;
const SHOWN_BYTES = 200;

/** `turnkit sessions show SESSION`. */
export async function runSessionsShow(this: CliContext, flags: SessionsFlags, id: string): Promise<void> {
  const { host } = this;
  const { facts, entries } = await storedEntries(host, flags, id);
  if (flags.json === true) {
    host.stdout.write(sessionDocument({ facts, entries }));
    return;
  }
  for (const entry of entries) host.stdout.write(entryText(entry));
}

/** The document of `sessions show --json` and `sessions export --json`. */
export function sessionDocument({ facts, entries }: Pick<StoredEntries, "facts" | "entries">): string {
  return jsonDocument({ schemaVersion: 1, session: sessionEntry(facts), entries });
}

function entryText(entry: StoredLine): string {
  switch (entry.type) {
    case "message":
      return messageLines(entry.message as StoredLine);
    case "call":
      return texts.call(visible(String(entry.tool)), shortened(visible(JSON.stringify(entry.args))));
    case "result":
      return resultLines(entry);
    case "turn_end":
      return texts.ended(visible(String(entry.stopReason)));
    default:
      return "";
  }
}

function messageLines({ role, content }: StoredLine): string {
  const text = visibleBlock(messageText(content)).trim();
  if (text === "") return "";
  return role === "user" ? texts.user(text) : `${text}\n`;
}

function resultLines(entry: StoredLine): string {
  const text = messageText(entry.content);
  const lines: string[] = [];
  let count = 0;
  for (const { start, end } of lineSpans(text)) {
    if (count++ < SHOWN_LINES) lines.push(shortened(visible(text.slice(start, end))));
  }
  return `${texts.result(entry.isError === true, lines, count - lines.length)}\n`;
}

function shortened(line: string): string {
  const head = headWithin(line, SHOWN_BYTES);
  return head === line ? line : `${head}…`;
}
