import type { AssistantMessage, Message } from "@earendil-works/pi-ai";
import type { SecretMask } from "../output/secrets.ts";
import { callsOf, textOfMessage } from "./history.ts";
import { resultMessage } from "./session/history-file.ts";
import type { Transcript } from "./session/transcript.ts";
import type { TurnListener } from "./turn-input.ts";
import type { TurnEventSink } from "./types.ts";

export interface ListenerOptions {
  readonly turnId: string;
  readonly transcript: Transcript;
  /** Gets everything with secrets masked. */
  readonly sink: TurnEventSink;
  readonly mask: SecretMask;
  readonly onMessage?: (message: Message) => void;
}

/** Hands what happens in a turn to the transcript and to whoever watches, in the order it happens. */
export function createListener(options: ListenerOptions): TurnListener {
  const { turnId, transcript, sink, mask, onMessage } = options;
  const deltas = mask.stream();
  const delta = (text: string) => {
    if (text !== "") sink({ type: "message_delta", text });
  };
  return {
    message: (message, step) => {
      transcript.append({ type: "message", turnId, step, message });
      onMessage?.(message);
      if (message.role !== "assistant") return;
      delta(deltas.flush());
      sink(mask.maskDeep(messageEvent(message, step)));
    },
    delta: (text) => delta(deltas.push(text)),
    callStart: (call) => {
      transcript.append({ type: "call", turnId, ...call });
      sink(mask.maskDeep({ type: "call_start", ...call }));
    },
    callUpdate: (id, text) => sink({ type: "call_update", id, text: mask.mask(text) }),
    callEnd: (entry, content) => {
      const { text: _inContent, ...rest } = entry;
      const at = transcript.append({ type: "result", turnId, ...rest, content });
      onMessage?.(resultMessage({ ...rest, content, at }));
      sink(mask.maskDeep({ type: "call_end", ...entry }));
    },
    stepEnd: () => transcript.sync(),
  };
}

function messageEvent(message: AssistantMessage, step: number) {
  return {
    type: "message" as const,
    step,
    text: textOfMessage(message),
    calls: callsOf(message).map((call) => ({ id: call.id, tool: call.name, args: call.arguments })),
    stopReason: message.stopReason,
  };
}
