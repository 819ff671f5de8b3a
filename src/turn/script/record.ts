import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { ModelFacts } from "../../contract/model.ts";
import type { CallEntry, TurnEvent } from "../types.ts";
import { escapeReferences } from "./replace.ts";

interface RecordedCall {
  readonly tool: string;
  readonly args: unknown;
}

interface RecordedStep {
  readonly say?: string;
  readonly calls?: readonly RecordedCall[];
  readonly expect?: readonly { readonly call: number; readonly isError: boolean }[];
}

/**
 * Gathers a turn's events into a script that plays it again: what was said and called, and whether each call
 * failed. The workspace's path becomes `${workspace}`, every other `${` is kept literal.
 */
export class ScriptRecorder {
  readonly #workspace: string;
  readonly #messages: Extract<TurnEvent, { type: "message" }>[] = [];
  readonly #ended = new Map<string, CallEntry>();

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  note(event: TurnEvent): void {
    if (event.type === "message" && !isBroken(event.stopReason)) this.#messages.push(event);
    if (event.type === "call_end") this.#ended.set(event.id, event);
  }

  /** YAML of the script. */
  async text(model: ModelFacts): Promise<string> {
    const { stringify } = await import("yaml");
    return stringify(
      { model, steps: this.#messages.map((message) => this.#step(message)) },
      { lineWidth: 0 },
    );
  }

  #step(message: Extract<TurnEvent, { type: "message" }>): RecordedStep {
    const calls = message.calls.map(({ tool, args }) => ({ tool, args: this.#portable(args) }));
    const expect = message.calls.flatMap(({ id }, call) => {
      const entry = this.#ended.get(id);
      return entry === undefined ? [] : [{ call, isError: entry.isError }];
    });
    return {
      ...(message.text === "" && calls.length > 0 ? {} : { say: this.#portableText(message.text) }),
      ...(calls.length === 0 ? {} : { calls, expect }),
    };
  }

  #portable(value: unknown): unknown {
    if (typeof value === "string") return this.#portableText(value);
    if (Array.isArray(value)) return value.map((item) => this.#portable(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#portable(item)]));
  }

  #portableText(text: string): string {
    return escapeReferences(text).replaceAll(this.#workspace, "$" + "{workspace}");
  }
}

/** Whether an answer broke off, by the `stopReason` of its message. */
export function isBroken(stopReason: AssistantMessage["stopReason"] | string): boolean {
  return stopReason === "error" || stopReason === "aborted";
}
