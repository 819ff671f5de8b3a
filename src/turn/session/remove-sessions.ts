import { readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withLock } from "../../config/owner.ts";
import { isSessionId } from "./session.ts";
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

const ASIDE = ".removed-";
const REMOVE = { recursive: true, force: true } as const;

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

/** Removes what a killed program had put aside to remove. */
export async function removeLeftOvers(sessionsFolder: string): Promise<void> {
  const names = await readdir(sessionsFolder).catch(() => []);
  for (const name of names) {
    const id = name.startsWith(ASIDE) ? name.slice(ASIDE.length) : "";
    // One that cannot go was told by the run that tried first.
    if (isSessionId(id)) await rm(join(sessionsFolder, name), REMOVE).catch(() => {});
  }
}

/**
 * Removes one session, under its lock: false when a process has begun to work in it. It leaves its place at
 * once and whole, so that no half of it is ever seen as a session. Throws the system's error.
 */
export async function removeSession(
  session: Pick<StoredSessionFacts, "id" | "folder">,
  platform: NodeJS.Platform,
): Promise<boolean> {
  const aside = join(dirname(session.folder), `${ASIDE}${session.id}`);
  const done = await withLock(lockOf(session), { platform, waitMs: 0 }, async () => {
    await rm(aside, REMOVE);
    await rename(session.folder, aside);
  });
  if (done === undefined) return false;
  await rm(aside, REMOVE);
  return true;
}
