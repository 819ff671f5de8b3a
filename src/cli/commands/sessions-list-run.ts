import { resolveDataDir } from "../../config/data-dir.ts";
import { jsonDocument } from "../../output/json.ts";
import { renderTable } from "../../output/table.ts";
import { type StoredSessionFacts, storedSessions } from "../../turn/session/stored-sessions.ts";
import type { CliContext } from "../context.ts";
import type { SessionsFlags } from "./sessions.ts";
import { texts } from "./sessions-texts.ts";

/** `turnkit sessions list`. */
export async function runSessionsList(this: CliContext, flags: SessionsFlags): Promise<void> {
  const { host } = this;
  const { sessions: folder } = resolveDataDir(host, flags.dataDir);
  const sessions = await storedSessions(folder, host.platform);
  if (flags.json === true) {
    host.stdout.write(jsonDocument({ schemaVersion: 1, sessions: sessions.map(sessionEntry) }));
    return;
  }
  host.stdout.write(sessions.length === 0 ? texts.none(folder) : await table(sessions, host.stdout.columns));
}

/** One session in JSON. */
export function sessionEntry(session: StoredSessionFacts) {
  const { id, status, changedAt, bytes, workspace, prompt } = session;
  const at = new Date(changedAt).toISOString();
  return { id, status, changedAt: at, bytes, workspace: workspace ?? null, prompt: prompt ?? null };
}

function table(sessions: readonly StoredSessionFacts[], width: number | undefined): Promise<string> {
  return renderTable({
    columns: [
      { header: "SESSION" },
      { header: "STATUS" },
      { header: "CHANGED" },
      { header: "SIZE" },
      { header: "WORKSPACE", shrink: true },
      { header: "PROMPT", shrink: true },
    ],
    rows: sessions.map(({ id, status, changedAt, bytes, workspace = "", prompt = "" }) => [
      id,
      status,
      new Date(changedAt).toISOString().slice(0, 16).replace("T", " "),
      texts.size(bytes),
      workspace,
      prompt.slice(0, 200),
    ]),
    width,
  });
}
