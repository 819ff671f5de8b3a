import type { TaskBoard, TaskEnd, TaskFacts, TaskPiece, TaskRead, TaskState, TaskWork } from "./types.ts";
import { holdsLine, wholeEnd } from "./whole-end.ts";

/** The background tasks of a turn; knows nothing of what runs them. */
export function createTaskBoard(now: () => number): TaskBoard {
  return new Board(now);
}

interface Entry {
  readonly id: string;
  readonly work: TaskWork;
  readonly startedAt: number;
  state: TaskState;
  /** Where reading without an offset goes on. */
  cursor: number;
  /** The end that is awaited: a task that goes on has a new one. */
  awaited?: Promise<TaskEnd>;
  end?: TaskEnd;
  endedAt?: number;
}

class Board implements TaskBoard {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  #offered = true;

  constructor(now: () => number) {
    this.#now = now;
  }

  get offered(): boolean {
    return this.#offered;
  }

  setOffered(offered: boolean): void {
    this.#offered = offered;
  }

  adopt(work: TaskWork, cursor: number): TaskFacts {
    const entry: Entry = {
      id: this.#newId(work.kind),
      work,
      cursor,
      state: "running",
      startedAt: this.#now(),
    };
    this.#entries.set(entry.id, entry);
    this.#watch(entry);
    return factsOf(entry);
  }

  renew(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.state = "running";
    entry.end = undefined;
    entry.endedAt = undefined;
    this.#watch(entry);
  }

  list(): readonly TaskFacts[] {
    return [...this.#entries.values()].map(factsOf);
  }

  find(id: string): TaskFacts | undefined {
    const entry = this.#entries.get(id);
    return entry && factsOf(entry);
  }

  async read(id: string, request: TaskRead): Promise<TaskPiece | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const offset = request.offset ?? entry.cursor;
    const bytes = await pieceWithin(entry, offset, request);
    const nextOffset = offset + bytes.length;
    if (nextOffset <= entry.work.outputBytes()) entry.cursor = nextOffset;
    return { task: factsOf(entry), offset, nextOffset, bytes };
  }

  async stop(id: string): Promise<TaskFacts | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    if (isRunning(entry)) {
      entry.state = "stopping";
      entry.work.stop("task_stop");
      await entry.work.ended;
    }
    return factsOf(entry);
  }

  async close(): Promise<readonly TaskFacts[]> {
    const running = [...this.#entries.values()].filter(isRunning);
    for (const { work } of running) work.stop("turn_end");
    await Promise.all(running.map(({ work }) => work.ended));
    for (const entry of running) entry.state = "lost";
    return running.map(factsOf);
  }

  #watch(entry: Entry): void {
    const awaited = entry.work.ended;
    entry.awaited = awaited;
    awaited.then((end) => {
      if (entry.awaited === awaited) this.#ended(entry, end);
    });
  }

  #ended(entry: Entry, end: TaskEnd): void {
    entry.end = end;
    entry.endedAt = this.#now();
    entry.state = end.state;
  }

  #newId(kind: string): string {
    for (;;) {
      const id = `${kind}-${Buffer.from(crypto.getRandomValues(new Uint8Array(3))).toString("hex")}`;
      if (!this.#entries.has(id)) return id;
    }
  }
}

function isRunning({ state }: Entry): boolean {
  return state === "running" || state === "stopping";
}

function factsOf({ id, work, state, startedAt, endedAt, end }: Entry): TaskFacts {
  return {
    id,
    kind: work.kind,
    title: work.title,
    state,
    outputBytes: work.outputBytes(),
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(end === undefined ? {} : { outcome: end.outcome }),
    ...(end?.file === undefined ? {} : { file: end.file }),
  };
}

/** A piece of output; while none has come, or only the start of a line, it waits as long as it may. */
async function pieceWithin(entry: Entry, offset: number, request: TaskRead): Promise<Uint8Array> {
  const { work } = entry;
  const { maxBytes, waitMs, signal } = request;
  for (const end = performance.now() + waitMs; ; ) {
    const read = work.read(offset, maxBytes);
    const isAll = !isRunning(entry) && offset + read.length >= work.outputBytes();
    if (isAll) return read;
    const left = end - performance.now();
    const settled = read.length === maxBytes || holdsLine(read) || offset > work.outputBytes();
    if (settled || left <= 0 || signal?.aborted) return read.subarray(0, wholeEnd(read));
    await changeWithin(work, left, signal);
  }
}

/** Resolves when output has come, the work has ended, the time is over, or the call was aborted. */
async function changeWithin(work: TaskWork, milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const unlisten = work.onOutput(resolve);
  const onAbort = () => resolve();
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    await Promise.race([promise, work.ended]);
  } finally {
    clearTimeout(timer);
    unlisten();
    signal?.removeEventListener("abort", onAbort);
  }
}
