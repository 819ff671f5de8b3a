import type { DataDir } from "../../config/data-dir.ts";

/** The local stores that mavis works on. */
export interface MavisStores {
  /** Its agents and its mcp.json. */
  readonly dataDir: DataDir;
  readonly sessions: SessionStore;
}

/** The stored sessions, by their ids. */
export interface SessionStore {
  /** The one that changed last first. */
  list(): Promise<readonly SessionSummary[]>;
  /** Undefined when there is no session of this id. */
  get(id: string): Promise<SessionView | undefined>;
  /** Leaves a message that the next turn of the session finds. */
  send(id: string, message: SessionMessage): Promise<"sent" | "unknown" | "busy">;
}

export interface SessionSummary {
  readonly id: string;
  /** `running`, how its last turn ended, or `interrupted`. */
  readonly status: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly workspace: string | undefined;
  /** The first thing the user said. */
  readonly prompt: string | undefined;
}

export interface SessionView extends SessionSummary {
  /** What was said, in order; calls and results are left out. */
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
}

export interface SessionMessage {
  /** Id of the session that sends it. */
  readonly from: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
