import type { StreamFn } from "@earendil-works/pi-agent-core";
import type { Api, Message, Model, ThinkingLevel, Tool, UserMessage } from "@earendil-works/pi-ai";
import type { CallPath } from "../contract/call-path.ts";
import type { ModelFacts } from "../contract/model.ts";
import type { AnyTool, ContentBlock } from "../contract/tool.ts";
import type { RestoreCall } from "./arriving-calls.ts";
import type { CallEntry, TurnStopReason, TurnUsage } from "./types.ts";
import type { TurnUse } from "./usage.ts";

/** Whatever answers in a turn: a provider or a script. */
export interface TurnModel {
  readonly facts: ModelFacts;
  readonly pi: Model<Api>;
  readonly stream: StreamFn;
  /** Scripts are not live: they are finite and owe nothing to limits on repeats. */
  readonly live: boolean;
  /** False where no price is known; `--max-cost` cannot be held then. */
  readonly priced: boolean;
  readonly thinking?: ThinkingLevel;
  /** Told of each finished step, before the next one is asked for. */
  afterStep?(step: number, calls: readonly CallEntry[]): void;
  /** What a script wants after a step: to go on although nothing was called, or to end although something was. */
  wants?(): "continue" | "end" | undefined;
}

export interface TurnLimits {
  readonly maxSteps: number;
  /** Tokens of the whole turn, in and out, cached ones included. */
  readonly maxTokens?: number;
  /** US dollars of the whole turn. */
  readonly maxCost?: number;
  readonly timeoutMs?: number;
}

/** Told of everything as it happens, in order; nothing here may throw. */
export interface TurnListener {
  message(message: Message, step: number): void;
  delta(text: string): void;
  callStart(call: { id: string; step: number; tool: string; args: unknown }): void;
  callUpdate(id: string, text: string): void;
  callEnd(entry: CallEntry, content: readonly ContentBlock[]): void;
  stepEnd(step: number): void;
}

export interface TurnInput {
  readonly sessionId: string;
  readonly turnId: string;
  readonly model: TurnModel;
  /** Offered tools in catalog order. */
  readonly tools: readonly AnyTool[];
  /** The same, as the provider gets them. */
  readonly requestTools: readonly Tool[];
  readonly restoreCall?: RestoreCall;
  readonly path: CallPath;
  readonly systemPrompt: string;
  readonly history: readonly Message[];
  /** Absent for a script that starts by itself. */
  readonly prompt?: UserMessage;
  readonly limits: TurnLimits;
  readonly signal: AbortSignal;
  readonly listener: TurnListener;
  readonly fit?: (messages: readonly Message[]) => Promise<readonly Message[] | undefined>;
  /** Asked when the model stops: a text makes the turn go on with it (a hook, a goal that is not reached). */
  readonly followUp?: (text: string) => Promise<string | undefined>;
  /** What is said to the model while it works; asked for after each step. */
  readonly steering?: () => readonly string[];
  /** Counts what the turn uses, where others count with it. */
  readonly use?: TurnUse;
  /** Asked after each step: a reason ends the turn. */
  readonly stopReason?: () => string | undefined;
  now(): number;
}

/** Which bound ended a turn; `stopReason` is `limit` or `error` then. */
export type TurnEnd =
  | { readonly kind: "timeout"; readonly ms: number }
  | { readonly kind: "tokens"; readonly limit: number }
  | { readonly kind: "cost"; readonly limit: number }
  | { readonly kind: "steps"; readonly limit: number }
  | { readonly kind: "context"; readonly window: number }
  | { readonly kind: "output" }
  | { readonly kind: "hook"; readonly reason: string }
  | { readonly kind: "unusable"; readonly steps: number }
  | { readonly kind: "provider"; readonly message: string };

export interface TurnOutcome {
  readonly stopReason: TurnStopReason;
  readonly text: string;
  readonly calls: readonly CallEntry[];
  readonly denied: number;
  readonly usage: TurnUsage;
  readonly steps: number;
  /** Why it did not end by itself. */
  readonly end?: TurnEnd;
}
