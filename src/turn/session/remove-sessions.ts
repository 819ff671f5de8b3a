import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withLock } from "../../config/owner.ts";
import { lockOf, type StoredSessionFacts } from "./stored-sessions.ts";

export interface SessionLimits {
  /** A session that has not changed for so long goes, in milliseconds. */
  readonly maxAgeMs: number;
  /** Of all sessions together; the oldest go until the rest fits. */
  readonly maxBytes: number;
  readonly now: number;
}

/** What is to go and why, the oldest first. */
export interface Expired {
  readonly session: StoredSessionFacts;
  readonly reason: "age" | "size";
}

/** One that was just made and has no word in it yet may belong to a turn that is starting. */
const YOUNG_MS = 60_000;

/** Which sessions are over the limits; never a running one. Touches nothing. */
export function expiredSessions(sessions: readonly StoredSessionFacts[], limits: SessionLimits): Expired[] {
  const oldestFirst = [...sessions].sort((a, b) => a.changedAt - b.changedAt);
  let bytes = oldestFirst.reduce((sum, session) => sum + session.bytes, 0);
  const expired: Expired[] = [];
  for (const session of oldestFirst) {
    if (!mayGo(session, limits.now)) continue;
    const old = limits.now - session.changedAt >= limits.maxAgeMs;
    if (!old && bytes <= limits.maxBytes) continue;
    expired.push({ session, reason: old ? "age" : "size" });
    bytes -= session.bytes;
  }
  return expired;
}

function mayGo(session: StoredSessionFacts, now: number): boolean {
  const starting = session.prompt === undefined && now - session.changedAt < YOUNG_MS;
  return session.status !== "running" && !starting;
}

/**
 * Removes one session, under its lock: false when a process has begun to work in it. It leaves its place at
 * once and whole, so that no half of it is ever seen as a session.
 */
export async function removeSession(
  session: Pick<StoredSessionFacts, "id" | "folder">,
  platform: NodeJS.Platform,
): Promise<boolean> {
  const aside = join(dirname(session.folder), `.removed-${session.id}`);
  const done = await withLock(lockOf(session), { platform, waitMs: 0 }, async () => {
    await rm(aside, { recursive: true, force: true });
    await rename(session.folder, aside);
  });
  if (done === undefined) return false;
  await rm(aside, { recursive: true, force: true });
  return true;
}
