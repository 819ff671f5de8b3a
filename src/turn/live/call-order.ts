import type { AssistantMessage, ToolCall } from "@earendil-works/pi-ai";

/**
 * The order that a provider gives its calls by index (Chat Completions): pieces may arrive in another order
 * (fault h20). Fed with the raw events of the stream; unknown shapes are passed over.
 */
export class CallOrder {
  readonly #index = new Map<string, number>();

  note(event: unknown): void {
    const choices = member(event, "choices");
    const delta = Array.isArray(choices) ? member(choices[0], "delta") : undefined;
    const calls = member(delta, "tool_calls");
    if (!Array.isArray(calls)) return;
    for (const call of calls) {
      const [id, index] = [member(call, "id"), member(call, "index")];
      if (typeof id === "string" && id !== "" && typeof index === "number") this.#index.set(id, index);
    }
  }

  /** The message with its calls in that order; every other block keeps its place. */
  sorted(message: AssistantMessage): AssistantMessage {
    const calls = message.content.filter((block) => block.type === "toolCall");
    const ordered = [...calls].sort((a, b) => this.#indexOf(a) - this.#indexOf(b));
    if (ordered.every((call, at) => call === calls[at])) return message;
    const rest = ordered.values();
    message.content = message.content.map((block) =>
      block.type === "toolCall" ? (rest.next().value ?? block) : block,
    );
    return message;
  }

  #indexOf(call: ToolCall): number {
    return this.#index.get(call.id) ?? Number.MAX_SAFE_INTEGER;
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
