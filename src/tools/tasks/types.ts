/** Closed list (20-local-tools). `lost`: the turn ended while it still ran. */
export const TASK_STATES = [
  "queued",
  "running",
  "stopping",
  "succeeded",
  "failed",
  "canceled",
  "lost",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** What is known of a background task; all of it may be shown to the model. */
export interface TaskFacts {
  readonly id: string;
  /** The tool that started it. */
  readonly kind: string;
  /** The command or the description, in one line. */
  readonly title: string;
  readonly state: TaskState;
  /** Bytes of output so far. */
  readonly outputBytes: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt?: number;
  /** How it ended: `exit code 3`, `ended by SIGKILL`. */
  readonly outcome?: string;
  /** The file that holds all of its output, once it has ended. */
  readonly file?: string;
}

export type EndedState = "succeeded" | "failed" | "canceled";

export interface TaskEnd {
  readonly state: EndedState;
  readonly outcome: string;
  readonly file?: string;
}

/** A running piece of work as the board manages it; made by the tool that started it. */
export interface TaskWork {
  readonly kind: string;
  readonly title: string;
  /** Bytes of output so far. */
  outputBytes(): number;
  /** Output so far; at most `maxBytes` from `offset`. */
  read(offset: number, maxBytes: number): Uint8Array;
  /** Calls back whenever output has come, until the returned function is called. */
  onOutput(listener: () => void): () => void;
  /** Asks the work to end; `ended` resolves soon after. */
  stop(why: "task_stop" | "turn_end"): void;
  /** Never rejects. */
  readonly ended: Promise<TaskEnd>;
}

export interface TaskRead {
  /** Absent: go on where this session last read. */
  readonly offset?: number;
  /** Milliseconds to wait for output when there is none yet. */
  readonly waitMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** A piece of a task's output by byte offset; it ends with a whole line or a whole character. */
export interface TaskPiece {
  readonly task: TaskFacts;
  readonly offset: number;
  readonly nextOffset: number;
  readonly bytes: Uint8Array;
}

/** The background tasks of one turn. */
export interface TaskBoard {
  /** Whether the turn offers `task_output`; without it nothing is started in the background. */
  readonly offered: boolean;
  setOffered(offered: boolean): void;
  /** Takes over running work and gives it an id. Reading without an offset starts at `cursor`. */
  adopt(work: TaskWork, cursor: number): TaskFacts;
  /** A task that had ended goes on: its work has a new `ended`. */
  renew(id: string): void;
  list(): readonly TaskFacts[];
  find(id: string): TaskFacts | undefined;
  /** Undefined when there is no such task. */
  read(id: string, request: TaskRead): Promise<TaskPiece | undefined>;
  /** Resolves when the task has ended; at once when it is not running. Undefined when there is no such task. */
  stop(id: string): Promise<TaskFacts | undefined>;
  /** The end of the turn: what still runs is ended and becomes `lost`; those are returned. */
  close(): Promise<readonly TaskFacts[]>;
}
