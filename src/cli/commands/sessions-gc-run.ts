import { resolveDataDir } from "../../config/data-dir.ts";
import { jsonDocument } from "../../output/json.ts";
import { type Expired, expiredSessions, removeSession } from "../../turn/session/remove-sessions.ts";
import { storedSessions } from "../../turn/session/stored-sessions.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { SessionsGcFlags } from "./sessions.ts";
import { texts } from "./sessions-texts.ts";

const DEFAULT_AGE_MS = 30 * 86_400_000;

/** `turnkit sessions gc`. */
export async function runSessionsGc(this: CliContext, flags: SessionsGcFlags): Promise<void> {
  const { host } = this;
  const { sessions: folder } = resolveDataDir(host, flags.dataDir);
  const dryRun = flags.dryRun === true;
  const sessions = await storedSessions(folder, host.platform);
  const expired = expiredSessions(sessions, {
    maxAgeMs: flags.olderThan ?? DEFAULT_AGE_MS,
    maxBytes: flags.maxSize ?? Number.POSITIVE_INFINITY,
    now: host.now(),
  });
  const removed = dryRun ? expired : await removeAll(this, expired, flags);
  const freed = removed.reduce((sum, { session }) => sum + session.bytes, 0);
  const kept = sessions.length - removed.length;
  if (flags.json === true) {
    const entries = removed.map(({ session: { id, bytes }, reason }) => ({ id, bytes, reason }));
    host.stdout.write(jsonDocument({ schemaVersion: 1, dryRun, removed: entries, freedBytes: freed, kept }));
    return;
  }
  for (const { session, reason } of removed) {
    host.stdout.write(texts.removed(session.id, session.bytes, reason, dryRun));
  }
  host.stdout.write(texts.summary(removed.length, freed, kept, dryRun));
}

async function removeAll(
  { host }: CliContext,
  expired: readonly Expired[],
  flags: SessionsGcFlags,
): Promise<Expired[]> {
  const removed: Expired[] = [];
  for (const one of expired) {
    if (await removeSession(one.session, host.platform)) removed.push(one);
    else writeDiagnostics(host, [began(one.session.id)], flags);
  }
  return removed;
}

function began(id: string) {
  return { severity: "warning", code: "session_running", message: texts.began(id) } as const;
}
