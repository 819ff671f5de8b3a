import { memoryUsage } from "node:process";
import { Worker } from "node:worker_threads";
import { MEDIA_MEMORY_BYTES, MEDIA_MS, MEMORY_WATCH_MS } from "./limits.ts";
import type { MediaAnswer, MediaFailure, MediaResults, MediaTask } from "./types.ts";

export interface ThreadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; default `MEDIA_MS`. */
  readonly ms?: number;
  /** Bytes that the program may grow by; default `MEDIA_MEMORY_BYTES`. */
  readonly memory?: number;
}

/** One at a time: the memory of all together is bounded, and more threads would not be faster on few cores. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Does one task in a thread of its own, so that signals and timeouts are heard meanwhile: within a time and
 * a growth of memory, ended by the signal. @throws the signal's reason.
 */
export async function inThread<T extends MediaTask>(
  task: T,
  options: ThreadOptions = {},
): Promise<MediaAnswer<MediaResults[T["kind"]]>> {
  const { signal } = options;
  const before = last;
  let release: (() => void) | undefined;
  last = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<unknown> = before;
  try {
    await orAborted(before, signal);
    const worker = new Worker(new URL("./media-thread.ts", import.meta.url));
    const answer = withinBounds(worker, task, options);
    ended = answer.then(
      () => worker.terminate(),
      () => worker.terminate(),
    );
    return (await answer) as MediaAnswer<MediaResults[T["kind"]]>;
  } finally {
    // The caller goes on at once; the next one's turn is when the thread has really ended.
    ended.then(release, release);
  }
}

/** The thread's answer, or why there will be none. @throws the signal's reason. */
function withinBounds(
  worker: Worker,
  task: MediaTask,
  options: ThreadOptions,
): Promise<MediaAnswer<unknown>> {
  const { signal, ms = MEDIA_MS, memory = MEDIA_MEMORY_BYTES } = options;
  const atStart = memoryUsage.rss();
  return orAborted(
    new Promise((resolve) => {
      const answer = (failure: MediaFailure): void => resolve({ ok: false, failure });
      const timer = setTimeout(answer, ms, { code: "too_slow", ms });
      const watch = setInterval(() => {
        if (memoryUsage.rss() - atStart > memory) answer({ code: "too_much_memory", bytes: memory });
      }, MEMORY_WATCH_MS);
      worker.once("message", resolve);
      worker.once("error", ({ message }: Error) => answer({ code: "crashed", reason: message }));
      worker.once("exit", (code) => {
        clearTimeout(timer);
        clearInterval(watch);
        answer({ code: "crashed", reason: `exit code ${code}` });
      });
      worker.postMessage(task);
    }),
    signal,
  );
}

/** Rejects with the signal's reason as soon as it is given. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let listener: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason);
    if (signal.aborted) listener();
    else signal.addEventListener("abort", listener, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (listener) signal.removeEventListener("abort", listener);
  }
}
