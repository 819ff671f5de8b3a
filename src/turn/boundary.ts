import type { AgentTool, StreamFn } from "@earendil-works/pi-agent-core";
import {
  type AssistantMessage,
  type AssistantMessageEventStream,
  createAssistantMessageEventStream,
  type Message,
  normalizeContext,
  type Tool,
  type ToolCall,
} from "@earendil-works/pi-ai";
import { messageOf } from "../output/fault.ts";
import { type ArgumentsProblem, type RestoreCall, settleCalls } from "./arriving-calls.ts";
import { callsOf, repairHistory } from "./history.ts";
import { failedStream, failure } from "./streams.ts";
import { texts } from "./texts.ts";

export interface BoundaryOptions {
  readonly stream: StreamFn;
  readonly systemPrompt: string;
  /** As the provider gets them: true schemas, mended for it, in catalog order. */
  readonly requestTools: readonly Tool[];
  /** The array that the loop runs tools from; stand-ins for unknown names come and go here. */
  readonly loopTools: AgentTool[];
  readonly standIn: (name: string) => AgentTool;
  /** The way back where a name or a schema was mended for the provider. */
  readonly restoreCall?: RestoreCall;
  /** Shortens a history that is too long; undefined: it cannot be made to fit, and the turn stops. */
  readonly fit?: (messages: readonly Message[]) => Promise<readonly Message[] | undefined>;
  now(): number;
}

export interface Boundary {
  readonly stream: StreamFn;
  /** Why the arguments of a call are unusable, if they are. */
  argumentsProblem(toolCallId: string): ArgumentsProblem | undefined;
  isUnknown(name: string): boolean;
  /** Called when a step is done, before the loop compares its tools with what it declared. */
  removeStandIns(): void;
  /** True when a request was not sent because the history does not fit the context window. */
  readonly overflowed: boolean;
}

/**
 * What stands between the loop and a model. Outwards: a repaired history, the true schemas (the loop only
 * has permissive ones), nothing at all after an abort (h6). Inwards: unknown names get a stand-in tool and
 * unusable arguments are taken off the call, so that the call path answers both (h12, h13, h16, h21).
 */
export function createBoundary(options: BoundaryOptions): Boundary {
  const modes = new Map(options.loopTools.map((tool) => [tool.name, tool.executionMode]));
  const problems = new Map<string, ArgumentsProblem>();
  const seenIds = new Set<string>();
  let overflowed = false;

  const settle = (message: AssistantMessage, sent: ReadonlyMap<ToolCall, string>): AssistantMessage => {
    const settled = settleCalls(message, {
      problems,
      seenIds,
      sent,
      mayMend: (name) => modes.get(name) === "parallel",
      restore: options.restoreCall,
    });
    const names = new Set(options.loopTools.map((tool) => tool.name));
    for (const { name } of callsOf(settled)) {
      if (names.has(name)) continue;
      names.add(name);
      options.loopTools.push(options.standIn(name));
    }
    return settled;
  };

  const stream: StreamFn = async (model, context, streamOptions) => {
    const stop = (reason: "aborted" | "error", why: string) =>
      failedStream(model, reason, why, options.now());
    if (streamOptions?.signal?.aborted) return stop("aborted", texts.abortedBeforeRequest);
    const conversation = context.messages.filter((message) => message.role !== "system");
    rememberIds(conversation, seenIds);
    const history = repairHistory(conversation);
    const messages = options.fit ? await options.fit(history) : history;
    if (messages === undefined) {
      overflowed = true;
      return stop("error", texts.contextFull(model.contextWindow));
    }
    const request = normalizeContext({
      systemPrompt: options.systemPrompt,
      messages: [...messages],
      tools: [...options.requestTools],
    });
    const outer = createAssistantMessageEventStream();
    const opened = Promise.resolve(options.stream(model, request, streamOptions));
    opened
      .then((inner) => pump(inner, outer, settle))
      .catch((error: unknown) => {
        outer.push(failure(model, "error", messageOf(error), options.now()));
      });
    return outer;
  };

  return {
    stream,
    argumentsProblem: (toolCallId) => problems.get(toolCallId),
    isUnknown: (name) => !modes.has(name),
    removeStandIns: () => {
      const kept = options.loopTools.filter((tool) => modes.has(tool.name));
      options.loopTools.splice(0, options.loopTools.length, ...kept);
    },
    get overflowed() {
      return overflowed;
    },
  };
}

/** Forwards every event; the last one only after the calls in it have been settled. */
async function pump(
  inner: AssistantMessageEventStream,
  outer: AssistantMessageEventStream,
  settle: (message: AssistantMessage, sent: ReadonlyMap<ToolCall, string>) => AssistantMessage,
): Promise<void> {
  const pieces = new Map<number, string>();
  const sent = new Map<ToolCall, string>();
  for await (const event of inner) {
    if (event.type === "start") pieces.clear();
    if (event.type === "toolcall_start") pieces.delete(event.contentIndex);
    if (event.type === "toolcall_delta") {
      pieces.set(event.contentIndex, (pieces.get(event.contentIndex) ?? "") + event.delta);
    }
    if (event.type === "toolcall_end") sent.set(event.toolCall, pieces.get(event.contentIndex) ?? "");
    if (event.type !== "done") {
      outer.push(event);
      continue;
    }
    const message = settle(event.message, sent);
    const reason = message.stopReason === "toolUse" ? "toolUse" : event.reason;
    outer.push({ type: "done", reason, message });
  }
}

function rememberIds(messages: readonly Message[], seen: Set<string>): void {
  for (const message of messages) {
    if (message.role === "assistant") for (const call of callsOf(message)) seen.add(call.id);
  }
}
