import type { AgentToolResult } from "@earendil-works/pi-agent-core";
import type { CallOutcome } from "../contract/call-path.ts";
import { isFailed, textOf } from "../contract/results.ts";
import type { ContentBlock } from "../contract/tool.ts";
import { texts } from "./texts.ts";
import type { CallEntry } from "./types.ts";

/** A finished call together with what the model got. */
export interface LoggedCall {
  readonly entry: CallEntry;
  readonly content: readonly ContentBlock[];
  readonly terminate: boolean;
}

/** The entry of a call that went its way. */
export function entryOf(outcome: CallOutcome, step: number): CallEntry {
  const { result } = outcome;
  return {
    id: outcome.toolCallId,
    step,
    tool: outcome.name,
    args: outcome.input,
    isError: isFailed(result),
    ...(outcome.deniedBy === undefined ? {} : { deniedBy: outcome.deniedBy }),
    durationMs: outcome.durationMs,
    text: result.text,
    details: result.details ?? {},
    gates: result.gates ?? [],
  };
}

/** The calls of a turn in the order they were made, whichever way they ended. */
export class CallLog {
  readonly #started = new Map<string, { step: number; tool: string; args: unknown }>();
  readonly #outcomes = new Map<string, CallOutcome>();
  readonly #finished = new Map<string, LoggedCall>();

  start(id: string, call: { step: number; tool: string; args: unknown }): void {
    this.#started.set(id, call);
  }

  outcome(outcome: CallOutcome): void {
    this.#outcomes.set(outcome.toolCallId, outcome);
  }

  /** A call without an outcome never reached its tool: the loop answered for it after an abort. */
  finish(id: string, loopResult: AgentToolResult<unknown>): LoggedCall {
    const started = this.#started.get(id) ?? { step: 0, tool: "", args: {} };
    const outcome = this.#outcomes.get(id);
    const logged: LoggedCall = outcome
      ? {
          entry: entryOf(outcome, started.step),
          content: outcome.result.content,
          terminate: outcome.result.terminate === true,
        }
      : {
          entry: {
            id,
            ...started,
            isError: true,
            durationMs: 0,
            text: texts.notStarted(started.tool) || textOf(loopResult.content),
            details: { aborted: true },
            gates: [],
          },
          content: loopResult.content,
          terminate: false,
        };
    this.#finished.set(id, logged);
    return logged;
  }

  ofStep(step: number): LoggedCall[] {
    return this.#inOrder().filter((call) => call.entry.step === step);
  }

  entries(): CallEntry[] {
    return this.#inOrder().map((call) => call.entry);
  }

  #inOrder(): LoggedCall[] {
    return [...this.#started.keys()].flatMap((id) => this.#finished.get(id) ?? []);
  }
}
