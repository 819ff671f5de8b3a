import { closeSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import type { Message, ToolResultMessage } from "@earendil-works/pi-ai";
import type { ContentBlock } from "../../contract/tool.ts";
import { systemCode } from "../../output/system-error.ts";

/** A session as its transcript tells it. */
export interface StoredSession {
  readonly workspace: string;
  /** User, assistant and result messages in the order they were written; calls may lack results. */
  readonly messages: readonly Message[];
  /** How the last turn ended; undefined when it was cut off. */
  readonly lastStop: string | undefined;
  /** How the last turn named its model. */
  readonly modelName: string | undefined;
}

/**
 * Reads a transcript up to its last whole line; lines that are no JSON object are passed over.
 * @returns undefined when there is no such file.
 */
export function readTranscript(path: string): StoredSession | undefined {
  const bytes = readBytes(path);
  if (bytes === undefined) return undefined;
  return storedSession(bytes.subarray(0, wholeLines(bytes)).toString("utf8"));
}

/** Takes away what a killed process left of a line, so that the next line does not join it. */
export function cutPartialLine(path: string): void {
  const bytes = readBytes(path);
  if (bytes !== undefined && wholeLines(bytes) < bytes.length) cutBehind(path, wholeLines(bytes));
}

function wholeLines(bytes: Buffer): number {
  return bytes.lastIndexOf(0x0a) + 1;
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function cutBehind(path: string, length: number): void {
  const fd = openSync(path, "r+");
  try {
    ftruncateSync(fd, length);
  } finally {
    closeSync(fd);
  }
}

function storedSession(text: string): StoredSession {
  const messages: Message[] = [];
  let workspace = "";
  let lastStop: string | undefined;
  let modelName: string | undefined;
  for (const line of text.split("\n")) {
    const entry = parsed(line);
    if (entry === undefined) continue;
    if (entry.type === "session" && typeof entry.workspace === "string") workspace = entry.workspace;
    if (entry.type === "turn_start") {
      modelName = typeof entry.modelName === "string" ? entry.modelName : undefined;
      lastStop = undefined;
    }
    if (entry.type === "turn_end") lastStop = String(entry.stopReason);
    if (entry.type === "message") messages.push(entry.message as Message);
    if (entry.type === "result") messages.push(resultMessage(entry));
  }
  return { workspace, messages, lastStop, modelName };
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A stored result as the loop knows it; a video travels as the words that name it, as in the turn itself. */
export function resultMessage(entry: Readonly<Record<string, unknown>>): ToolResultMessage {
  const content = (entry.content as readonly ContentBlock[]).map((block) =>
    block.type === "video" ? { type: "text" as const, text: `[video ${block.mimeType}]` } : block,
  );
  return {
    role: "toolResult",
    toolCallId: String(entry.id),
    toolName: String(entry.tool),
    content,
    details: entry.details as never,
    isError: entry.isError === true,
    timestamp: Date.parse(String(entry.at)) || 0,
  };
}
