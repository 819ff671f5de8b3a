import type { SessionStore, SessionSummary, SessionView } from "../../tools/mavis/types.ts";
import type { Session } from "./session.ts";
import type { StoredSessionFacts } from "./stored-sessions.ts";

/** The sessions below a folder, for the mavis tool; nothing is read before it is asked for. */
export function sessionStore(folder: string, platform: NodeJS.Platform): SessionStore {
  return {
    list: async () => {
      const { storedSessions } = await import("./stored-sessions.ts");
      return (await storedSessions(folder, platform)).map(summaryOf);
    },
    get: async (id) => {
      const session = await sessionOf(folder, id);
      return session && viewOf(session, platform);
    },
    send: async (id, message) => {
      const [{ sessionFacts }, { putInInbox }] = await Promise.all([
        import("./stored-sessions.ts"),
        import("./inbox.ts"),
      ]);
      const session = await sessionOf(folder, id);
      const facts = session && (await sessionFacts(session, platform));
      if (facts === undefined) return "unknown";
      return (await putInInbox(facts.folder, message, platform)) ? "sent" : "busy";
    },
  };
}

async function sessionOf(folder: string, id: string): Promise<Session | undefined> {
  const { isSessionId, sessionAt } = await import("./session.ts");
  return isSessionId(id) ? sessionAt(folder, id) : undefined;
}

function summaryOf({ id, status, changedAt, workspace, prompt }: StoredSessionFacts): SessionSummary {
  return { id, status, changedAt, workspace, prompt };
}

async function viewOf(session: Session, platform: NodeJS.Platform): Promise<SessionView | undefined> {
  const [{ messageText, sessionFacts }, { readTranscript }] = await Promise.all([
    import("./stored-sessions.ts"),
    import("./history-file.ts"),
  ]);
  const facts = await sessionFacts(session, platform);
  if (facts === undefined) return undefined;
  const messages = (readTranscript(session.transcript)?.messages ?? []).flatMap(({ role, content }) => {
    const text = messageText(content);
    return text !== "" && (role === "user" || role === "assistant") ? [{ role, text }] : [];
  });
  return { ...summaryOf(facts), messages };
}
