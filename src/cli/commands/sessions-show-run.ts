import { readFileSync } from "node:fs";
import { resolveDataDir } from "../../config/data-dir.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import { headWithin } from "../../output/gates/cut.ts";
import { jsonDocument } from "../../output/json.ts";
import { lineSpans } from "../../output/lines.ts";
import { nearest } from "../../output/nearest.ts";
import { systemCode } from "../../output/system-error.ts";
import { visible, visibleBlock } from "../../output/visible.ts";
import { isSessionId, sessionAt } from "../../turn/session/session.ts";
import {
  messageText,
  type StoredLine,
  sessionFacts,
  storedSessions,
  transcriptLines,
} from "../../turn/session/stored-sessions.ts";
import type { CliContext } from "../context.ts";
import { type SessionsFlags, wantsJson } from "./sessions.ts";
import { sessionEntry } from "./sessions-list-run.ts";
import { texts } from "./sessions-texts.ts";

const SHOWN_LINES = 5;
const SHOWN_BYTES = 200;

/** `turnkit sessions show SESSION`. */
export async function runSessionsShow(this: CliContext, flags: SessionsFlags, id: string): Promise<void> {
  const { host } = this;
  const { sessions: folder } = resolveDataDir(host, flags.dataDir);
  const session = sessionAt(folder, id);
  const facts = isSessionId(id) ? await sessionFacts(session, host.platform) : undefined;
  if (facts === undefined) {
    const known = await storedSessions(folder, host.platform);
    throw unknown(
      id,
      nearest(
        id,
        known.map((one) => one.id),
      ),
    );
  }
  const entries = readEntries(session.transcript);
  if (wantsJson(flags)) {
    host.stdout.write(jsonDocument({ schemaVersion: 1, session: sessionEntry(facts), entries }));
    return;
  }
  for (const entry of entries) host.stdout.write(entryText(entry));
}

/** A session whose turn failed before its first word has no transcript. */
function readEntries(path: string): StoredLine[] {
  try {
    return transcriptLines(readFileSync(path, "utf8"));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
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

function unknown(id: string, names: readonly string[]): Fault<"session_unknown"> {
  return new Fault("session_unknown", {
    what: texts.unknown(id),
    hint: texts.unknownHint(names),
    exit: ExitCode.usage,
  });
}
