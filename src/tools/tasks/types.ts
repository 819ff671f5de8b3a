/** Closed list (20-local-tools). `lost`: the turn ended while it still ran. */
export type TaskState = "queued" | "running" | "stopping" | "succeeded" | "failed" | "canceled" | "lost";

/** What is known of a background task; all of it may be shown to the model. */
export interface TaskFacts {
  readonly id: string;
  /** `bash`, or the tool that started it. */
  readonly kind: string;
  /** The command or the description, in one line. */
  readonly title: string;
  readonly state: TaskState;
  /** Bytes of output so far. */
  readonly outputBytes: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Why it ended: `exit code 3`, `SIGKILL`, `timeout after 30 s`. */
  readonly outcome?: string;
}

/** A piece of a task's output by byte offset. */
export interface TaskPiece {
  readonly task: TaskFacts;
  readonly offset: number;
  readonly nextOffset: number;
  readonly bytes: Uint8Array;
  /** True when `nextOffset` is the end of the output and the task has ended. */
  readonly finished: boolean;
}

export interface TaskReadRequest {
  /** Absent: go on where this session last read. */
  readonly offset?: number;
  /** How long to wait for new output when there is none yet. */
  readonly waitMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** A running piece of work as the board manages it; made by the tool that started it. */
export interface TaskWork {
  readonly kind: string;
  readonly title: string;
  /** Output so far, in bytes. */
  outputBytes(): number;
  /** Reads stored output; at most `maxBytes` from `offset`. */
  read(offset: number, maxBytes: number): Promise<Uint8Array>;
  /** Resolves when more output has come or the work has ended. */
  changed(signal: AbortSignal): Promise<void>;
  /** Asks the work to end; `ended` resolves soon after. */
  stop(reason: string): void;
  readonly ended: Promise<{ readonly state: "succeeded" | "failed" | "canceled"; readonly outcome: string }>;
}

/** The background tasks of one turn. Only their owner (this session) sees them. */
export interface TaskBoard {
  /** Takes over running work and gives it an id. */
  adopt(work: TaskWork): TaskFacts;
  list(state?: TaskState): readonly TaskFacts[];
  find(id: string): TaskFacts | undefined;
  /** Undefined when there is no such task. */
  read(id: string, request: TaskReadRequest): Promise<TaskPiece | undefined>;
  /** Resolves when the task has ended, or was not running. */
  stop(id: string, reason?: string): Promise<TaskFacts | undefined>;
  /** End of the turn: what still runs is ended and becomes `lost`; returns those. */
  close(): Promise<readonly TaskFacts[]>;
}
