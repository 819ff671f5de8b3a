import type { AssistantMessage } from "@earendil-works/pi-ai";

/**
 * The order that a provider gives its calls by index (Chat Completions): pieces may arrive in another order
 * (fault h20). Fed with the raw events of the stream; unknown shapes are passed over. Ids say nothing about the
 * order: some servers send none, or the same one twice.
 */
export class CallOrder {
  /** The indexes in the order in which the library began a call for each. */
  readonly #begun: number[] = [];
  readonly #seen = new Set<number>();
  readonly #ids = new Set<string>();

  note(event: unknown): void {
    const choices = member(event, "choices");
    const delta = Array.isArray(choices) ? member(choices[0], "delta") : undefined;
    const calls = member(delta, "tool_calls");
    if (!Array.isArray(calls)) return;
    for (const call of calls) this.#noteCall(member(call, "id"), member(call, "index"));
  }

  #noteCall(id: unknown, index: unknown): void {
    if (typeof index !== "number" || this.#seen.has(index)) return;
    this.#seen.add(index);
    // The library takes an id that it knows for a further piece of the same call.
    if (typeof id === "string" && this.#ids.has(id)) return;
    if (typeof id === "string" && id !== "") this.#ids.add(id);
    this.#begun.push(index);
  }

  /** The message with its calls in that order; every other block keeps its place. */
  sorted(message: AssistantMessage): AssistantMessage {
    const calls = message.content.filter((block) => block.type === "toolCall");
    if (calls.length !== this.#begun.length) return message;
    const places = calls.map((call, at) => ({ call, index: this.#begun[at] ?? at }));
    const ordered = places.sort((a, b) => a.index - b.index).map(({ call }) => call);
    if (ordered.every((call, at) => call === calls[at])) return message;
    const rest = ordered.values();
    message.content = message.content.map((block) =>
      block.type === "toolCall" ? (rest.next().value ?? block) : block,
    );
    return message;
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
