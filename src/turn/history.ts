import type {
  AssistantMessage,
  Message,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from "@earendil-works/pi-ai";
import { wellFormedValue } from "../output/json.ts";
import { texts } from "./texts.ts";

/**
 * A history that every provider accepts, whatever happened to it (fault h5): each call is followed by
 * exactly one result, in the order of the calls; results without a call, second results, answers that broke off
 * and answers that say nothing are left out. Calls without a result get an error result that says so. What the
 * user said before an answer that is left out and after it is one message: many models want their turns to alternate.
 */
export function repairHistory(messages: readonly Message[]): Message[] {
  const repaired: Message[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === "toolResult" || isUnfinished(message) || saysNothing(message)) continue;
    const before = repaired.at(-1);
    if (message.role === "user" && before?.role === "user") {
      repaired[repaired.length - 1] = bothOf(before, message);
      continue;
    }
    repaired.push(message.role === "assistant" ? withWholeCharacters(message) : message);
    if (message.role === "assistant") repaired.push(...pairedResults(message, messages, at));
  }
  return repaired;
}

/** The calls of an assistant message, in its order. */
export function callsOf(message: AssistantMessage): ToolCall[] {
  return message.content.filter((block) => block.type === "toolCall");
}

/** The text of an assistant message as a person reads it. */
export function textOfMessage(message: AssistantMessage): string {
  return message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** A broken-off answer is never sent again: its calls may be cut, its thinking unsigned. */
function isUnfinished(message: Message): boolean {
  return message.role === "assistant" && (message.stopReason === "error" || message.stopReason === "aborted");
}

/** Providers refuse an answer without content, a text of blanks, and one that ends with thinking. */
function saysNothing(message: Message): boolean {
  if (message.role !== "assistant") return false;
  return message.content.every(
    (block) => block.type === "thinking" || (block.type === "text" && block.text.trim() === ""),
  );
}

/** Providers refuse a request with half of a surrogate pair in it, so a call that holds one would end the session. */
function withWholeCharacters(message: AssistantMessage): AssistantMessage {
  let changed = false;
  const content = message.content.map((block) => {
    if (block.type !== "toolCall") return block;
    const args = wellFormedValue(block.arguments);
    if (args === block.arguments) return block;
    changed = true;
    return { ...block, arguments: args };
  });
  return changed ? { ...message, content } : message;
}

function bothOf(first: UserMessage, second: UserMessage): UserMessage {
  return { ...second, content: [...blocksOf(first), ...blocksOf(second)] };
}

function blocksOf({ content }: UserMessage): Exclude<UserMessage["content"], string> {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function pairedResults(message: AssistantMessage, messages: readonly Message[], at: number): Message[] {
  const calls = callsOf(message);
  if (calls.length === 0) return [];
  const results = new Map<string, ToolResultMessage>();
  for (const later of messages.slice(at + 1)) {
    if (later.role === "assistant" && !isUnfinished(later)) break;
    if (later.role === "toolResult" && !results.has(later.toolCallId)) results.set(later.toolCallId, later);
  }
  return calls.map((call) => results.get(call.id) ?? interruptedResult(call, message.timestamp));
}

/** What a call is answered with when the turn ended between it and its result. */
export function interruptedResult(
  call: Pick<ToolCall, "id" | "name">,
  timestamp: number,
): ToolResultMessage<{ interrupted: true }> {
  return {
    role: "toolResult",
    toolCallId: call.id,
    toolName: call.name,
    content: [{ type: "text", text: texts.interrupted(call.name) }],
    details: { interrupted: true },
    isError: true,
    timestamp,
  };
}
