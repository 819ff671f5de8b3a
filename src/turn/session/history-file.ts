import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import type { Message, ToolResultMessage } from "@earendil-works/pi-ai";
import type { ContentBlock } from "../../contract/tool.ts";
import type { GoalState } from "../../extensions/goal.ts";
import { failureReason, systemCode } from "../../output/system-error.ts";
import type { Todo } from "../../tools/todowrite/todo-lists.ts";
import { turnFault } from "../errors.ts";
import { texts } from "../texts.ts";
import type { StoredLine } from "./line-shape.ts";
import { lostTask, tasksAfter } from "./lost-tasks.ts";
import { endedLines, READ_FILE, transcriptLines } from "./stored-sessions.ts";
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
  /** Lines that do not hold what a transcript's line holds; a last one without an end is none of them. */
  readonly damaged: number;
}

export interface WaitingCall {
  readonly tool: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Reads a transcript up to its last whole line; damaged ones are passed over and counted.
 * @returns undefined when there is no such file.
 */
export function readTranscript(path: string): StoredSession | undefined {
  const text = transcriptBytes(path)?.toString("utf8");
  if (text === undefined) return undefined;
  const lines = transcriptLines(text);
  return { ...storedSession(lines), damaged: endedLines(text).length - lines.length };
}

/** Takes away what a killed process left of a line, so that the next line does not join it. */
export function cutPartialLine(path: string): void {
  const bytes = transcriptBytes(path);
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

/** A transcript as it lies there. @returns undefined when there is none. @throws Fault (exit 1) for what is no readable file. */
export function transcriptBytes(path: string): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, READ_FILE);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw turnFault.transcriptUnusable(path, failureReason(error));
  }
  try {
    if (!fstatSync(fd).isFile()) throw turnFault.transcriptUnusable(path, texts.noFile);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function storedSession(lines: readonly StoredLine[]): Omit<StoredSession, "damaged"> {
  const messages: Message[] = [];
  const session: Mutable<Omit<StoredSession, "damaged">> = {
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
