import { setTimeout as sleep } from "node:timers/promises";
import { type Fault, isFault } from "../../output/fault.ts";
import type { FetchCode } from "./errors.ts";
import { fetchFault } from "./errors.ts";
import { BACKOFF_MS, MAX_RETRY_AFTER_MS, MAX_TRIES, RETRIED_STATUS, TRY_TIMEOUT_MS } from "./limits.ts";

/** Milliseconds that a try gets to clean up after it was stopped. */
const CLEAN_UP_MS = 2_000;

export interface Tries {
  /** Ends everything at once: Ctrl-C. */
  readonly signal: AbortSignal;
  /** Told before each wait. */
  onRetry(problem: Fault, waitMs: number, next: number): void;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds for one try. */
  readonly timeoutMs?: number;
}

const RETRIED: ReadonlySet<string> = new Set<FetchCode>([
  "connection_failed",
  "timed_out",
  "body_short",
  "archive_cut",
]);

/**
 * Runs `attempt` up to three times. Again only after faults that another try can mend: a connection, a status
 * of the list, a body that ended early. A whole archive with the wrong hash is wrong for good.
 */
export async function withTries<T>(
  url: string,
  tries: Tries,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let next = 2; ; next++) {
    try {
      return await oneTry(url, tries, attempt);
    } catch (error) {
      if (tries.signal.aborted) throw fetchFault.interrupted();
      if (!isFault(error) || next > MAX_TRIES || !isRetried(error)) throw error;
      const waitMs = waitBefore(next, error);
      tries.onRetry(error, waitMs, next);
      await tries.sleep(waitMs, tries.signal);
      if (tries.signal.aborted) throw fetchFault.interrupted();
    }
  }
}

/** A try that hangs in code which does not look at its signal ends all the same. */
async function oneTry<T>(
  url: string,
  tries: Tries,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutMs = tries.timeoutMs ?? TRY_TIMEOUT_MS;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => controller.abort(tries.signal.reason);
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => controller.abort(fetchFault.timedOut(url, timeoutMs / 1000)), timeoutMs);
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
  });
  late.catch(() => undefined);
  tries.signal.addEventListener("abort", stop, { once: true });
  if (tries.signal.aborted) stop();
  const running = attempt(controller.signal);
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
    tries.signal.removeEventListener("abort", stop);
    // Whatever the attempt left open (a body half read, a draft) ends with it.
    controller.abort();
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([settled, sleep(CLEAN_UP_MS, undefined, { ref: false })]);
  }
}

function isRetried(fault: Fault): boolean {
  if (fault.code === "http_status") return RETRIED_STATUS.has(fault.data.status as number);
  return RETRIED.has(fault.code);
}

/** Milliseconds: what the server asked for, within bounds, else 1 s·2ⁿ. */
function waitBefore(next: number, fault: Fault): number {
  const asked = retryAfterMs(fault.data.retryAfter);
  return asked === undefined ? BACKOFF_MS * 2 ** (next - 2) : Math.min(asked, MAX_RETRY_AFTER_MS);
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfterMs(value: unknown): number | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
