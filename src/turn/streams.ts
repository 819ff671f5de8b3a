import {
  type Api,
  type AssistantMessage,
  type AssistantMessageEvent,
  type AssistantMessageEventStream,
  createAssistantMessageEventStream,
  type Model,
} from "@earendil-works/pi-ai";

/** An assistant message with nothing in it yet and no usage, as made by `model`. */
export function emptyMessage(model: Model<Api>, timestamp: number): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: "pending",
    timestamp,
  };
}

/** A stream that delivers one whole message; text arrives as one delta. */
export function streamOf(message: AssistantMessage): AssistantMessageEventStream {
  const stream = createAssistantMessageEventStream();
  stream.push({ type: "start", partial: message });
  for (const [contentIndex, block] of message.content.entries()) {
    if (block.type !== "text") continue;
    stream.push({ type: "text_delta", contentIndex, delta: block.text, partial: message });
  }
  const reason =
    message.stopReason === "toolUse" || message.stopReason === "length" ? message.stopReason : "stop";
  stream.push({ type: "done", reason, message });
  return stream;
}

/** The last event of an answer that failed before or while it came. */
export function failure(
  model: Model<Api>,
  reason: "aborted" | "error",
  errorMessage: string,
  timestamp: number,
): Extract<AssistantMessageEvent, { type: "error" }> {
  const error: AssistantMessage = { ...emptyMessage(model, timestamp), stopReason: reason, errorMessage };
  return { type: "error", reason, error };
}

/** A stream that ends at once without an answer. */
export function failedStream(...args: Parameters<typeof failure>): AssistantMessageEventStream {
  const stream = createAssistantMessageEventStream();
  stream.push(failure(...args));
  return stream;
}
