import { resolveDataDir } from "../../config/data-dir.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { jsonDocument } from "../../output/json.ts";
import { systemCode, systemReason } from "../../output/system-error.ts";
import {
  type Expired,
  expiredSessions,
  removeLeftOvers,
  removeSession,
} from "../../turn/session/remove-sessions.ts";
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
  if (!dryRun) await removeLeftOvers(folder);
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
  context: CliContext,
  expired: readonly Expired[],
  flags: SessionsGcFlags,
): Promise<Expired[]> {
  const { host } = context;
  const removed: Expired[] = [];
  for (const one of expired) {
    try {
      if (await removeSession(one.session, host.platform)) removed.push(one);
      else writeDiagnostics(host, [began(one.session.id)], flags);
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      // Another clean-up was faster.
      if (systemCode(error) === "ENOENT") continue;
      // The others go all the same, and what went is said.
      writeDiagnostics(host, [stays(one.session.id, error)], flags);
      context.exitWith(ExitCode.failed);
    }
  }
  return removed;
}

function stays(id: string, error: unknown) {
  const message = texts.stays(id, systemReason(error));
  return { severity: "error", code: "session_stays", message } as const;
}

function began(id: string) {
  return { severity: "warning", code: "session_running", message: texts.began(id) } as const;
}
