import { turnFault } from "../errors.ts";
import { readTranscript, type StoredSession } from "./history-file.ts";
import { isSessionId, type Session, sessionAt } from "./session.ts";

/** A session that a turn goes on with. */
export interface ResumedSession {
  readonly session: Session;
  readonly stored: StoredSession;
}

/** @throws Fault `session_unknown` (exit 2) when there is none of this id. */
export function readSession(sessionsFolder: string, id: string): ResumedSession {
  if (!isSessionId(id)) throw turnFault.sessionUnknown(id);
  const session = sessionAt(sessionsFolder, id);
  const stored = readTranscript(session.transcript);
  if (stored === undefined) throw turnFault.sessionUnknown(id);
  return { session, stored };
}
