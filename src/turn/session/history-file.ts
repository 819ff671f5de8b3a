import { closeSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import type { Message, ToolResultMessage } from "@earendil-works/pi-ai";
import type { ContentBlock } from "../../contract/tool.ts";
import type { GoalState } from "../../extensions/goal.ts";
import { systemCode } from "../../output/system-error.ts";
import type { Todo } from "../../tools/todowrite/todo-lists.ts";
import { lostTask, tasksAfter } from "./lost-tasks.ts";
import { type StoredLine, transcriptLines } from "./stored-sessions.ts";
import type { LostTask } from "./transcript.ts";

/** A session as its transcript tells it. */
export interface StoredSession {
  readonly workspace: string;
  /** User, assistant and result messages in the order they were written; calls may lack results. */
  readonly messages: readonly Message[];
  /** How the last turn ended; undefined when it was cut off. */
  readonly lastStop: string | undefined;
  /** How the last turn named its model. */
  readonly modelName: string | undefined;
  /** Whether the last turn was in plan mode. */
  readonly plan: boolean;
  readonly goal: GoalState | undefined;
  /** The call that the last turn ended with, waiting for the user. */
  readonly waiting: WaitingCall | undefined;
  readonly todos: readonly Todo[];
  /** Background tasks that went with the last turn: those it ended, or may have had when it was cut off. */
  readonly lost: readonly LostTask[];
}

export interface WaitingCall {
  readonly tool: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Reads a transcript up to its last whole line; lines that are no JSON object are passed over.
 * @returns undefined when there is no such file.
 */
export function readTranscript(path: string): StoredSession | undefined {
  const bytes = readBytes(path);
  return bytes === undefined ? undefined : storedSession(transcriptLines(bytes.toString("utf8")));
}

/** Takes away what a killed process left of a line, so that the next line does not join it. */
export function cutPartialLine(path: string): void {
  const bytes = readBytes(path);
  if (bytes === undefined) return;
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole === bytes.length) return;
  const fd = openSync(path, "r+");
  try {
    ftruncateSync(fd, whole);
  } finally {
    closeSync(fd);
  }
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function storedSession(lines: readonly StoredLine[]): StoredSession {
  const messages: Message[] = [];
  const session: Mutable<StoredSession> = {
    workspace: "",
    messages,
    lastStop: undefined,
    modelName: undefined,
    plan: false,
    goal: undefined,
    waiting: undefined,
    todos: [],
    lost: [],
  };
  for (const line of lines) {
    switch (line.type) {
      case "session":
        session.workspace = String(line.workspace);
        break;
      case "turn_start":
        session.lastStop = undefined;
        session.waiting = undefined;
        session.lost = [];
        session.modelName = typeof line.modelName === "string" ? line.modelName : undefined;
        session.plan = line.plan === true;
        session.goal = goalIn(line.goal);
        break;
      case "message":
        messages.push(line.message as Message);
        break;
      case "result":
        messages.push(resultMessage(line));
        session.waiting = waitingIn(line) ?? session.waiting;
        session.todos = todosIn(line) ?? session.todos;
        session.lost = tasksAfter(session.lost, line);
        break;
      case "turn_end":
        session.lastStop = String(line.stopReason);
        session.goal = goalIn(line.goal) ?? session.goal;
        session.lost = Array.isArray(line.lost) ? line.lost.flatMap(lostTask) : [];
        break;
    }
  }
  return session;
}

function goalIn(value: unknown): GoalState | undefined {
  if (typeof value !== "object" || value === null || !("text" in value)) return undefined;
  const { text, completed, summary } = value as Record<string, unknown>;
  if (typeof text !== "string") return undefined;
  return { text, completed: completed === true, ...(typeof summary === "string" ? { summary } : {}) };
}

function waitingIn(line: StoredLine): WaitingCall | undefined {
  const { details } = line;
  if (typeof details !== "object" || details === null || !("waiting_for_user" in details)) return undefined;
  return details.waiting_for_user === true
    ? { tool: String(line.tool), details: details as Record<string, unknown> }
    : undefined;
}

function todosIn({ tool, isError, details }: StoredLine): readonly Todo[] | undefined {
  if (tool !== "todowrite" || isError === true) return undefined;
  if (typeof details !== "object" || details === null || !("todos" in details)) return undefined;
  return Array.isArray(details.todos) ? (details.todos as Todo[]) : undefined;
}

/** A stored result as the loop knows it; a video travels as the words that name it, as in the turn itself. */
export function resultMessage(entry: StoredLine): ToolResultMessage {
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
