import { appendFile, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../../config/owner.ts";
import { jsonLine } from "../../output/json.ts";
import { systemCode } from "../../output/system-error.ts";
import type { SessionMessage } from "../../tools/mavis/types.ts";
import { jsonLines } from "./stored-sessions.ts";

/** Milliseconds that one message waits for another, or for the turn that takes them. */
const LOCK_WAIT_MS = 5_000;

/** Leaves a message in a session's folder; false when the inbox stayed busy. */
export async function putInInbox(
  folder: string,
  message: SessionMessage,
  platform: NodeJS.Platform,
): Promise<boolean> {
  const done = await locked(folder, platform, () =>
    appendFile(fileOf(folder), jsonLine(message), { mode: 0o600 }),
  );
  return done !== undefined;
}

/** The messages that came since the last turn, oldest first; they are gone from the folder then. */
export async function takeInbox(folder: string, platform: NodeJS.Platform): Promise<SessionMessage[]> {
  // Almost always there is none, and looking must not cost a lock.
  if ((await textOf(folder)) === "") return [];
  const done = await locked(folder, platform, async () => {
    const text = await textOf(folder);
    await unlink(fileOf(folder));
    return jsonLines(text).flatMap(messageIn);
  });
  return done?.value ?? [];
}

function messageIn({ from, text, at }: Readonly<Record<string, unknown>>): SessionMessage[] {
  if (typeof from !== "string" || typeof text !== "string" || typeof at !== "number") return [];
  return [{ from, text, at }];
}

function locked<T>(folder: string, platform: NodeJS.Platform, work: () => Promise<T>) {
  return withLock(join(folder, "inbox.lock"), { platform, waitMs: LOCK_WAIT_MS }, work);
}

function fileOf(folder: string): string {
  return join(folder, "inbox.jsonl");
}

async function textOf(folder: string): Promise<string> {
  try {
    return await readFile(fileOf(folder), "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "";
    throw error;
  }
}
