import { errorResult, textResult } from "../../contract/results.ts";
import type { AnyTool, ToolResult } from "../../contract/tool.ts";
import { outputDefinition, queryDefinition, stopDefinition } from "./definitions.ts";
import { MAX_READ_BYTES, MAX_WAIT_MS } from "./limits.ts";
import { texts } from "./texts.ts";
import { TASK_STATES, type TaskBoard, type TaskFacts, type TaskPiece, type TaskState } from "./types.ts";

/** The three tools over the background tasks of a turn. */
export function createTaskTools(board: TaskBoard): AnyTool[] {
  return [
    {
      def: queryDefinition,
      impl: { execute: async (_ctx: unknown, input: QueryInput) => queryTasks(board, input) },
      source: "builtin",
    },
    {
      def: outputDefinition,
      impl: {
        execute: (_ctx: unknown, input: OutputInput, signal?: AbortSignal) => readTask(board, input, signal),
      },
      source: "builtin",
    },
    {
      def: stopDefinition,
      impl: { execute: (_ctx: unknown, input: StopInput) => stopTask(board, input) },
      source: "builtin",
    },
  ];
}

interface QueryInput {
  readonly task_id?: string;
  readonly status?: TaskState;
}

function queryTasks(board: TaskBoard, { task_id: id, status }: QueryInput): ToolResult {
  if (status !== undefined && !TASK_STATES.includes(status)) {
    return errorResult("task_query", texts.unknownState(status));
  }
  const one = id === undefined ? undefined : board.find(id);
  if (id !== undefined && one === undefined) return unknownTask("task_query", board, id);
  const all = one === undefined ? board.list() : [one];
  const wanted = all.filter((task) => status === undefined || task.state === status);
  const lines = wanted.flatMap((task) => [
    texts.line(task),
    ...(task.file === undefined ? [] : [texts.file(task.file)]),
  ]);
  if (lines.length === 0) lines.push(status === undefined ? texts.noTasks : texts.noneInState(status));
  return textResult("task_query", lines.join("\n"), { details: { tasks: wanted } });
}

interface OutputInput {
  readonly task_id: string;
  readonly offset?: number;
  readonly wait_ms?: number;
}

async function readTask(board: TaskBoard, input: OutputInput, signal?: AbortSignal): Promise<ToolResult> {
  const { task_id: id, offset, wait_ms: wait = 0 } = input;
  const waitMs = Math.min(wait, MAX_WAIT_MS);
  const piece = await board.read(id, { offset, waitMs, maxBytes: MAX_READ_BYTES, signal });
  if (piece === undefined) return unknownTask("task_output", board, id);
  const { outputBytes } = piece.task;
  if (piece.offset > outputBytes) {
    return errorResult("task_output", texts.pastEnd(id, piece.offset, outputBytes), pieceDetails(piece));
  }
  const text = await shownText(piece.bytes);
  const notes = [texts.piece(piece), ...(wait > MAX_WAIT_MS ? [texts.waitClamped(wait)] : [])];
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  return textResult("task_output", text + separator + notes.join("\n"), { details: pieceDetails(piece) });
}

/** As a terminal would show this piece; offsets count the bytes as they came. */
async function shownText(bytes: Uint8Array): Promise<string> {
  const { TerminalText } = await import("../../output/terminal-text.ts");
  const terminal = new TerminalText();
  const source = terminal.source();
  return source.push(bytes) + source.end() + terminal.flush();
}

function pieceDetails({ task, offset, nextOffset }: TaskPiece): Record<string, unknown> {
  return {
    ...taskDetails(task),
    offset,
    next_offset: nextOffset,
    has_more: nextOffset < task.outputBytes || task.endedAt === undefined,
  };
}

interface StopInput {
  readonly task_id: string;
  readonly reason?: string;
}

async function stopTask(board: TaskBoard, { task_id: id, reason }: StopInput): Promise<ToolResult> {
  const before = board.find(id);
  if (before === undefined) return unknownTask("task_stop", board, id);
  const after = (await board.stop(id)) ?? before;
  const text = before.endedAt === undefined ? texts.stopped(after, reason) : texts.wasOver(after);
  return textResult("task_stop", text, { details: taskDetails(after) });
}

function taskDetails(task: TaskFacts): Record<string, unknown> {
  return { task_id: task.id, state: task.state, outcome: task.outcome, output_bytes: task.outputBytes };
}

function unknownTask(tool: string, board: TaskBoard, id: string): ToolResult {
  return errorResult(
    tool,
    texts.unknownTask(
      id,
      board.list().map((task) => task.id),
    ),
  );
}
