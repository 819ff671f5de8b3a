import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, lockText, parseOwner } from "../../config/owner.ts";
import { KIB } from "../../output/limits.ts";
import { isRecord } from "../../output/record.ts";
import { systemCode } from "../../output/system-error.ts";
import { isWholeLine, type StoredLine } from "./line-shape.ts";
import { isSessionId, type Session, sessionAt } from "./session.ts";

/** A session as it lies on the disk. */
export interface StoredSessionFacts {
  readonly id: string;
  readonly folder: string;
  /** `running`, how its last turn ended, or `interrupted` when that turn has no end. */
  readonly status: string;
  /** Milliseconds since the epoch, of the last change of the transcript. */
  readonly changedAt: number;
  /** Of all its files. */
  readonly bytes: number;
  readonly workspace: string | undefined;
  /** The first thing the user said. */
  readonly prompt: string | undefined;
}

/** Does not wait for what is no file: somebody may have put a pipe where a transcript belongs. */
export const READ_FILE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** How much of a transcript is looked at from either end: listing must not read gigabytes. */
const LOOK_BYTES = 64 * KIB;

/** The sessions below a folder, the one that changed last first; what is no session is passed over. */
export async function storedSessions(
  sessionsFolder: string,
  platform: NodeJS.Platform,
): Promise<StoredSessionFacts[]> {
  const found: StoredSessionFacts[] = [];
  for (const entry of namesIn(sessionsFolder)) {
    const facts = await sessionFacts(sessionAt(sessionsFolder, entry), platform);
    if (facts !== undefined) found.push(facts);
  }
  return found.sort((a, b) => b.changedAt - a.changedAt || (a.id < b.id ? -1 : 1));
}

/** Undefined when there is no session of this id: it has no folder of its own. */
export async function sessionFacts(
  session: Session,
  platform: NodeJS.Platform,
): Promise<StoredSessionFacts | undefined> {
  const folder = await lstat(session.folder).catch(() => undefined);
  if (folder?.isDirectory() !== true) return undefined;
  const ends = transcriptEnds(session.transcript);
  const running = await isRunning(session, platform);
  return {
    id: session.id,
    folder: session.folder,
    status: running ? "running" : statusOf(ends?.last),
    changedAt: ends?.changedAt ?? folder.mtimeMs,
    bytes: await bytesBelow(session.folder),
    workspace: textAt(ends?.first.find((line) => line.type === "session")?.workspace),
    prompt: firstPrompt(ends?.first ?? []),
  };
}

/** Whether a living process works in it. */
export async function isRunning(session: Session, platform: NodeJS.Platform): Promise<boolean> {
  const text = lockText(lockOf(session));
  if (text === undefined) return false;
  const owner = parseOwner(text);
  return owner === undefined || isAlive(owner, platform);
}

/** The file that names the process that works in a session. */
export function lockOf(session: Pick<Session, "folder">): string {
  return join(session.folder, "lock");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(isSessionId);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

interface TranscriptEnds {
  readonly changedAt: number;
  /** Whole lines from the start, and the last whole line. */
  readonly first: readonly StoredLine[];
  readonly last: StoredLine | undefined;
}

function transcriptEnds(path: string): TranscriptEnds | undefined {
  let fd: number;
  try {
    fd = openSync(path, READ_FILE);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return undefined;
    const { size, mtimeMs } = stat;
    const head = readAt(fd, 0, Math.min(size, LOOK_BYTES));
    const tail = readAt(fd, Math.max(0, size - LOOK_BYTES), Math.min(size, LOOK_BYTES));
    return { changedAt: mtimeMs, first: transcriptLines(head), last: transcriptLines(tail).at(-1) };
  } finally {
    closeSync(fd);
  }
}

function readAt(fd: number, at: number, length: number): string {
  const buffer = Buffer.alloc(length);
  return buffer.toString("utf8", 0, readSync(fd, buffer, 0, length, at));
}

/** The lines of a transcript's text that are whole, in form and in what they hold. */
export function transcriptLines(text: string): StoredLine[] {
  return jsonLines(text).filter(isWholeLine);
}

/** The lines of a text that end and are JSON objects. */
export function jsonLines(text: string): StoredLine[] {
  return endedLines(text)
    .map(parsed)
    .filter((line) => line !== undefined);
}

/** The lines of a text without the one that a killed program left unended; empty ones do not count. */
export function endedLines(text: string): string[] {
  const ended = text.slice(0, text.lastIndexOf("\n") + 1);
  return ended.split("\n").filter((line) => line.trim() !== "");
}

function parsed(line: string): StoredLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function statusOf(last: StoredLine | undefined): string {
  return last?.type === "turn_end" ? (textAt(last.stopReason) ?? "stop") : "interrupted";
}

function firstPrompt(lines: readonly StoredLine[]): string | undefined {
  for (const { type, message } of lines) {
    if (type !== "message" || typeof message !== "object" || message === null) continue;
    if (Reflect.get(message, "role") === "user") return messageText(Reflect.get(message, "content"));
  }
  return undefined;
}

/** The text of a message's content, which is a string or blocks. */
export function messageText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((block) => textAt((block as StoredLine | null)?.text) ?? []).join("\n");
}

function textAt(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  // Something may go meanwhile, or be closed to this user: then the rest counts.
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesBelow(path);
    else if (entry.isFile()) bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
