import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ensurePrivateFolder } from "../../config/private-folder.ts";
import { systemCode } from "../../output/system-error.ts";
import { turnFault } from "../errors.ts";

/** The folder of one session; everything that belongs to it lies inside (00-product "Files"). */
export interface Session {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  readonly transcript: string;
  /** Plan mode's file. */
  readonly plan: string;
}

/** Parts of the folder where whole outputs go, for `createArtifactStore`. */
export const TOOL_OUTPUTS = ["reports", "tool-outputs"] as const;

const SESSION_ID = /^[0-9a-z-]{8,64}$/;

export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

/** Where a session of this id lies; says nothing about whether it exists. */
export function sessionAt(sessionsFolder: string, id: string): Session {
  const folder = join(sessionsFolder, id);
  return { id, folder, transcript: join(folder, "transcript.jsonl"), plan: join(folder, "plan.md") };
}

/**
 * Makes the folder of a new session, 0700, under an id that sorts by time. `now` is in milliseconds.
 * @throws Fault `folder_unusable` or `session_unusable` (exit 1).
 */
export async function createSession(sessionsFolder: string, now: number): Promise<Session> {
  await ensurePrivateFolder(sessionsFolder);
  const session = sessionAt(sessionsFolder, newId(now));
  try {
    await mkdir(session.folder, { mode: 0o700 });
  } catch (error) {
    throw turnFault.sessionUnusable(session.folder, systemCode(error) ?? "", error);
  }
  return session;
}

/** `20260131-142501-9f86d081`: the time in UTC and 32 random bits. */
export function newId(now: number): string {
  const time = new Date(now).toISOString();
  const day = time.slice(0, 10).replaceAll("-", "");
  const clock = time.slice(11, 19).replaceAll(":", "");
  const random = crypto.getRandomValues(new Uint8Array(4));
  return `${day}-${clock}-${Buffer.from(random).toString("hex")}`;
}
