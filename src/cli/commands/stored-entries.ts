import { resolveDataDir } from "../../config/data-dir.ts";
import type { Host } from "../../config/host.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import { nearest } from "../../output/nearest.ts";
import { transcriptBytes } from "../../turn/session/history-file.ts";
import type { StoredLine } from "../../turn/session/line-shape.ts";
import { isSessionId, sessionAt } from "../../turn/session/session.ts";
import {
  type StoredSessionFacts,
  sessionFacts,
  storedSessions,
  transcriptLines,
} from "../../turn/session/stored-sessions.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { texts } from "./sessions-texts.ts";

/** One stored session with the lines of its transcript. */
export interface StoredEntries {
  readonly facts: StoredSessionFacts;
  readonly transcript: string;
  readonly entries: readonly StoredLine[];
}

/** @throws Fault (exit 2) for a session that is not there, with the nearest ids. */
export async function storedEntries(host: Host, flags: GlobalFlags, id: string): Promise<StoredEntries> {
  const { sessions: folder } = resolveDataDir(host, flags.dataDir);
  const { transcript } = sessionAt(folder, id);
  const facts = isSessionId(id) ? await sessionFacts(sessionAt(folder, id), host.platform) : undefined;
  if (facts !== undefined) return { facts, transcript, entries: readEntries(transcript) };
  const known = await storedSessions(folder, host.platform);
  const ids = known.map((one) => one.id);
  throw unknown(id, nearest(id, ids));
}

/** A session whose turn failed before its first word has no transcript. */
function readEntries(path: string): StoredLine[] {
  return transcriptLines(transcriptBytes(path)?.toString("utf8") ?? "");
}

function unknown(id: string, names: readonly string[]): Fault<"session_unknown"> {
  return new Fault("session_unknown", {
    what: texts.unknown(id),
    hint: texts.unknownHint(names),
    exit: ExitCode.usage,
  });
}
