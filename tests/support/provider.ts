import { createLiveModel } from "../../src/turn/live/model.ts";
import { resolveLiveModel } from "../../src/turn/live/resolve.ts";
import type { Retry } from "../../src/turn/live/retry.ts";
import type { TurnModel } from "../../src/turn/turn-input.ts";

/** One request that a provider of a test received. */
export interface Received {
  readonly path: string;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a request body of somebody else's protocol, asserted on by tests.
  readonly body: any;
}

export interface TestProvider {
  readonly url: string;
  readonly received: Received[];
  [Symbol.dispose](): void;
}

/** A provider of a test: answers the n-th request with the n-th reply, the last one for ever. */
export function provider(...replies: ((request: Received) => Response | Promise<Response>)[]): TestProvider {
  const received: Received[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const entry = { path: pathname, headers: request.headers, body: await request.json() };
      received.push(entry);
      const reply = replies[Math.min(received.length, replies.length) - 1];
      return reply ? reply(entry) : new Response("", { status: 500 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    [Symbol.dispose]: () => {
      server.stop(true);
    },
  };
}

/** An answer of the Anthropic protocol; a block is a text, or what `content_block_start` carries with its deltas. */
export function anthropic(
  blocks: readonly (
    | string
    | { start: Record<string, unknown>; deltas?: readonly Record<string, unknown>[] }
  )[],
  stopReason = "end_turn",
): Response {
  return sse(anthropicEvents(blocks, stopReason));
}

export function anthropicEvents(
  blocks: Parameters<typeof anthropic>[0],
  stopReason = "end_turn",
): Record<string, unknown>[] {
  const usage = { input_tokens: 10, output_tokens: 5 };
  return [
    { type: "message_start", message: { id: "msg_1", model: "test", role: "assistant", content: [], usage } },
    ...blocks.flatMap((block, index) => {
      const written =
        typeof block === "string"
          ? { start: { type: "text", text: "" }, deltas: [{ type: "text_delta", text: block }] }
          : block;
      return [
        { type: "content_block_start", index, content_block: written.start },
        ...(written.deltas ?? []).map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index },
      ];
    }),
    { type: "message_delta", delta: { stop_reason: stopReason }, usage },
    { type: "message_stop" },
  ];
}

/** A call in the Anthropic protocol, its arguments as the exact text that arrives. */
export function toolUse(id: string, name: string, json: string) {
  return {
    start: { type: "tool_use", id, name, input: {} },
    deltas: [{ type: "input_json_delta", partial_json: json }],
  };
}

export function sseText(events: readonly Record<string, unknown>[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

export function sse(events: readonly Record<string, unknown>[]): Response {
  return new Response(sseText(events), { headers: { "content-type": "text/event-stream" } });
}

/** An answer of the Chat Completions protocol out of its chunks' deltas. */
export function chatCompletion(deltas: readonly Record<string, unknown>[], finish = "stop"): Response {
  const chunk = (delta: Record<string, unknown>, finish_reason: string | null) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    model: "test",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const chunks = [
    ...deltas.map((delta) => chunk(delta, null)),
    chunk({}, finish),
    { id: "chatcmpl-1", choices: [], usage },
  ];
  const text = `${chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("")}data: [DONE]\n\n`;
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

export interface LiveOptions {
  readonly protocol?: "anthropic" | "openai";
  readonly maxRetries?: number;
  readonly stallMs?: number;
  readonly onRetry?: (retry: Retry & { attempt: number }) => void;
}

/** A live model at a base URL, as an entry of `models:` in config.yaml makes it. */
export async function liveModelAt(baseUrl: string, options: LiveOptions = {}): Promise<TurnModel> {
  const entry = {
    provider: options.protocol ?? "anthropic",
    id: "test-model",
    baseUrl,
    apiKeyEnv: "TEST_KEY",
    supports: { image: false, video: false },
  };
  const live = await resolveLiveModel("mine", {
    models: { mine: entry },
    env: { TEST_KEY: "key-of-the-test" },
  });
  return createLiveModel(live, {
    maxRetries: options.maxRetries ?? 4,
    stallMs: options.stallMs ?? 5_000,
    onRetry: options.onRetry ?? (() => {}),
    now: Date.now,
  });
}
