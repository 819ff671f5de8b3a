import { KIB } from "../../output/limits.ts";
import { MAX_READ_BYTES, MAX_WAIT_MS } from "./limits.ts";
import { TASK_STATES, type TaskFacts, type TaskPiece } from "./types.ts";

/** What the model reads of the three tools. */
export const descriptions = {
  task_query:
    "List the background tasks of this turn, or one of them: its state, how much it has printed, how it ended. " +
    `States: ${TASK_STATES.join(", ")}.`,
  task_output: [
    "Read the output of a background task.",
    "Without `offset` it goes on where the last read ended; with it, it starts at that byte (0: from the beginning).",
    `At most ${MAX_READ_BYTES / KIB} KiB come back at once. \`wait_ms\` (at most ${MAX_WAIT_MS}) waits for new output, or the end, when there is none yet.`,
  ].join("\n"),
  task_stop: "End a background task and everything it has started.",
};

export const texts = {
  noTasks: "There are no background tasks in this turn.",
  noneInState: (state: string) => `No background task is ${state}.`,
  unknownState: (state: string) => `There is no state "${state}": use ${TASK_STATES.join(", ")}.`,
  unknownTask: (id: string, known: readonly string[]) =>
    known.length === 0
      ? `There is no task "${id}": nothing was started in the background in this turn.`
      : `There is no task "${id}". Tasks of this turn: ${known.join(", ")}.`,
  line: (task: TaskFacts) =>
    `${task.id} ${stateOf(task)}, ${task.outputBytes} bytes of output: ${task.title}`,
  file: (path: string) => `[all of its output: ${path}]`,
  piece: ({ task, nextOffset }: TaskPiece) =>
    nextOffset < task.outputBytes
      ? `[${task.id} ${stateOf(task)}; ${task.outputBytes - nextOffset} more bytes: go on with offset=${nextOffset}]`
      : `[${task.id} ${stateOf(task)}; that was all of its ${task.outputBytes} bytes${task.endedAt === undefined ? ` so far: go on with offset=${nextOffset}` : ""}]`,
  pastEnd: (id: string, offset: number, bytes: number) =>
    `Cannot read ${id} from offset ${offset}: it has printed ${bytes} bytes.`,
  stopped: (task: TaskFacts, reason: string | undefined) =>
    `${task.id} was ended${reason === undefined ? "" : ` (${reason})`}; it is ${stateOf(task)}.`,
  wasOver: (task: TaskFacts) => `${task.id} had ended by itself; it is ${stateOf(task)}.`,
  waitClamped: (asked: number) => `[wait_ms: ${asked} is over the limit, ${MAX_WAIT_MS} was used]`,
};

function stateOf({ state, outcome }: TaskFacts): string {
  return outcome === undefined || outcome === "" ? state : `${state} (${outcome})`;
}
