import type { StreamFn } from "@earendil-works/pi-agent-core";
import {
  type Api,
  type AssistantMessage,
  type AssistantMessageEventStream,
  createAssistantMessageEventStream,
  type Model,
  type SimpleStreamOptions,
  type TranscriptContext,
} from "@earendil-works/pi-ai";
import { VERSION } from "../../config/version.ts";
import { messageOf } from "../../output/fault.ts";
import { visible } from "../../output/visible.ts";
import { MAX_PROVIDER_MESSAGE, RETRY_AFTER_CEILING_MS } from "../limits.ts";
import { failure } from "../streams.ts";
import { texts } from "../texts.ts";
import { Attempt, type AttemptFacts } from "./attempt.ts";
import { CallOrder } from "./call-order.ts";
import { type LiveApi, loadApi } from "./providers.ts";
import { pause, type Retry, retryOf } from "./retry.ts";

export interface LiveStreamOptions {
  readonly api: LiveApi;
  readonly apiKey: string;
  readonly maxRetries: number;
  readonly stallMs: number;
  /** Told before each wait; what was streamed of the answer is void. `attempt` counts from 1. */
  onRetry(retry: Retry & { readonly attempt: number }): void;
  now(): number;
}

/**
 * A provider as the loop's stream function: asks again where that makes sense, ends streams that stall, names
 * turnkit as the client, and leaves every block of the answer as it came, thinking signatures included.
 */
export function createLiveStream(options: LiveStreamOptions): StreamFn {
  return (model, context, streamOptions) => {
    const outer = createAssistantMessageEventStream();
    const request: Request = { model, context, streamOptions: streamOptions ?? {}, options };
    answer(request, outer).catch((error: unknown) => {
      outer.push(failure(model, "error", messageOf(error), options.now()));
    });
    return outer;
  };
}

interface Request {
  readonly model: Model<Api>;
  readonly context: TranscriptContext;
  readonly streamOptions: SimpleStreamOptions;
  readonly options: LiveStreamOptions;
}

async function answer(request: Request, outer: AssistantMessageEventStream): Promise<void> {
  const { options, streamOptions } = request;
  const state = { started: false };
  for (let retries = 0; ; retries++) {
    const attempt = new Attempt(streamOptions.signal, options.stallMs);
    const failed = await oneAttempt(request, attempt, outer, state);
    const facts = attempt.end();
    if (failed === undefined) return;
    if (streamOptions.signal?.aborted) {
      outer.push(abortedAnswer(request, failed));
      return;
    }
    const retry = retryOf(facts, { endedByModel: failed.rawStopReason !== undefined }, retries);
    if (retry === undefined || retries >= options.maxRetries) {
      outer.push(lastWord(request, failed, facts));
      return;
    }
    options.onRetry({ ...retry, attempt: retries + 1 });
    await pause(retry.delayMs, streamOptions.signal);
  }
}

/** Resolves to the failed message, or to undefined when the answer came whole. */
async function oneAttempt(
  { model, context, streamOptions, options }: Request,
  attempt: Attempt,
  outer: AssistantMessageEventStream,
  state: { started: boolean },
): Promise<AssistantMessage | undefined> {
  const streamSimple = await loadApi(options.api);
  const order = new CallOrder();
  const inner = streamSimple(model as never, context, {
    ...streamOptions,
    apiKey: options.apiKey,
    identity: { userAgent: { custom: `turnkit/${VERSION}` } },
    cacheRetention: "short",
    maxRetries: 0,
    fetch: attempt.fetch,
    signal: attempt.signal,
    onProviderStreamEvent: (event) => order.note(event),
  });
  for await (const event of inner) {
    if (event.type === "error") return event.error;
    // A second attempt goes on in the message that the first one began.
    if (event.type === "start" && state.started) continue;
    if (event.type === "start") state.started = true;
    outer.push(event.type === "done" ? { ...event, message: order.sorted(event.message) } : event);
  }
  return undefined;
}

/** What had come of the answer when it was stopped, in words; its thinking and its calls are of no use. */
function abortedAnswer({ model, options }: Request, failed: AssistantMessage) {
  const event = failure(model, "aborted", texts.abortedBeforeRequest, options.now());
  const content = failed.content.filter((block) => block.type === "text" && block.text.trim() !== "");
  return { ...event, error: { ...event.error, content, usage: failed.usage } };
}

/** The failure as it is told: one line, bounded, whatever page of HTML a gateway answered with. */
function lastWord({ model, options }: Request, failed: AssistantMessage, facts: AttemptFacts) {
  const told = visible(facts.stalled ? texts.stalled : (failed.errorMessage ?? texts.noReason));
  const short = Array.from(told).slice(0, MAX_PROVIDER_MESSAGE).join("");
  const { retryAfterMs = 0 } = facts;
  const wait = retryAfterMs > RETRY_AFTER_CEILING_MS ? texts.waitTooLong(retryAfterMs / 1000) : "";
  const event = failure(model, "error", `${short === told ? told : `${short}…`}${wait}`, options.now());
  return { ...event, error: { ...event.error, usage: failed.usage } };
}
