import type { AssistantMessage, Message, ToolResultMessage } from "@earendil-works/pi-ai";
import { callsOf } from "./history.ts";
import { CONTEXT_SHARE, KEPT_ROUNDS, LEAST_WORTH_A_RECEIPT } from "./limits.ts";
import { messageTokens } from "./token-estimate.ts";

/** An old result that has to leave the history, with the arguments of its call. */
export interface OldResult {
  readonly message: ToolResultMessage;
  readonly input: unknown;
}

export interface FitOptions {
  /** Tokens. */
  readonly contextWindow: number;
  /** Tokens of what every request carries besides the history: system prompt and definitions. */
  readonly overhead: number;
  /** The receipt that takes a result's place; the whole is stored by then. */
  receipt(old: OldResult): Promise<string>;
}

export type FitHistory = (messages: readonly Message[]) => Promise<readonly Message[] | undefined>;

/**
 * Keeps the history within 85 % of the context window (60-turn): before each request the oldest results give
 * way to receipts, one after another, never those of the last five rounds. What was replaced once stays so.
 * Gives undefined when that is not enough: then nothing is sent (h25, h26).
 */
export function createHistoryFit(options: FitOptions): FitHistory {
  const replaced = new Map<string, ToolResultMessage>();
  const limit = Math.floor(options.contextWindow * CONTEXT_SHARE) - options.overhead;
  let lastEstimate = 0;
  let scale = 1;

  return async (messages) => {
    scale = Math.max(scale, observedScale(messages, lastEstimate + options.overhead));
    const fitted = messages.map((message) =>
      message.role === "toolResult" ? (replaced.get(message.toolCallId) ?? message) : message,
    );
    const over = () => sum(fitted) * scale - limit;
    for (const { at, input } of oldResults(fitted)) {
      if (over() <= 0) break;
      const message = fitted[at];
      if (message?.role !== "toolResult" || replaced.has(message.toolCallId)) continue;
      if (messageTokens(message) < LEAST_WORTH_A_RECEIPT) continue;
      const shorter = withText(message, await options.receipt({ message, input }));
      if (messageTokens(shorter) >= messageTokens(message)) continue;
      replaced.set(message.toolCallId, shorter);
      fitted[at] = shorter;
    }
    lastEstimate = sum(fitted);
    return over() <= 0 ? fitted : undefined;
  };
}

/** How much more the provider counted for the last request than was estimated for it; at most four times. */
function observedScale(messages: readonly Message[], estimate: number): number {
  const last = messages.findLast((message) => message.role === "assistant");
  if (last === undefined || estimate <= 0) return 1;
  const { input, cacheRead, cacheWrite } = last.usage;
  return Math.min(4, (input + cacheRead + cacheWrite) / estimate);
}

/** Results that may go, oldest first: those that stand before the last five rounds. */
function oldResults(messages: readonly Message[]): { at: number; input: unknown }[] {
  const rounds = messages.flatMap((message, at) =>
    message.role === "assistant" && callsOf(message).length > 0 ? [at] : [],
  );
  const end = rounds.at(-KEPT_ROUNDS) ?? 0;
  const found: { at: number; input: unknown }[] = [];
  let asking: AssistantMessage | undefined;
  for (const [at, message] of messages.slice(0, end).entries()) {
    if (message.role === "assistant") asking = message;
    if (message.role !== "toolResult") continue;
    const call = asking && callsOf(asking).find(({ id }) => id === message.toolCallId);
    found.push({ at, input: call?.arguments });
  }
  return found;
}

/** One text in the place of everything: images that old go too. */
function withText(message: ToolResultMessage, text: string): ToolResultMessage {
  return { ...message, content: [{ type: "text", text }] };
}

function sum(messages: readonly Message[]): number {
  return messages.reduce((total, message) => total + messageTokens(message), 0);
}
