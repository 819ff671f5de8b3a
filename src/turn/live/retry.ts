import { RETRY_AFTER_CEILING_MS, RETRY_BASE_MS, RETRY_CEILING_MS } from "../limits.ts";
import { texts } from "../texts.ts";
import type { AttemptFacts } from "./attempt.ts";

export interface Retry {
  readonly delayMs: number;
  readonly reason: string;
}

/** A failed answer as far as the protocol got with it. */
export interface FailedAnswer {
  /** Set when the model itself ended the answer (a refusal, a filter): asking again is of no use. */
  readonly endedByModel: boolean;
}

/**
 * Whether to ask again, and when: after 408, 409, 429 and 5xx, when no answer came, when the answer broke off
 * or no byte came for too long. A `Retry-After` over a minute is not waited for.
 */
export function retryOf(facts: AttemptFacts, answer: FailedAnswer, retriesSoFar: number): Retry | undefined {
  const reason = reasonOf(facts, answer);
  if (reason === undefined || facts.hopeless) return undefined;
  const backoff = Math.min(RETRY_BASE_MS * 2 ** retriesSoFar, RETRY_CEILING_MS);
  const delayMs = facts.retryAfterMs ?? Math.round(backoff * (0.75 + Math.random() * 0.25));
  return delayMs > RETRY_AFTER_CEILING_MS ? undefined : { delayMs, reason };
}

function reasonOf({ status, stalled }: AttemptFacts, answer: FailedAnswer): string | undefined {
  if (stalled) return texts.stalled;
  if (status === undefined) return texts.noAnswer;
  if (status < 400) return answer.endedByModel ? undefined : texts.brokenStream;
  const again = status === 408 || status === 409 || status === 429 || status >= 500;
  return again ? texts.httpStatus(status) : undefined;
}

/** Resolves to false when the signal cut the wait short. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const done = (whole: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cut);
      resolve(whole);
    };
    const cut = () => done(false);
    const timer = setTimeout(() => done(true), milliseconds);
    signal?.addEventListener("abort", cut, { once: true });
  });
}
