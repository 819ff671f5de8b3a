import type { GateRecord } from "../contract/tool.ts";
import type { Diagnostic } from "../output/diagnostic.ts";

/** Why a turn ended; `stopReason` of its JSON (60-turn). */
export type TurnStopReason = "stop" | "waiting_for_user" | "max_steps" | "limit" | "aborted" | "error";

/** One finished call: an entry of `calls` in the turn's JSON, the body of `call_end`, what `turnkit call` prints. */
export interface CallEntry {
  readonly id: string;
  /** Of the assistant message that made the call; counts from 0. */
  readonly step: number;
  readonly tool: string;
  /** As executed: after preparation and hooks. */
  readonly args: unknown;
  readonly isError: boolean;
  readonly deniedBy?: string;
  readonly durationMs: number;
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly gates: readonly GateRecord[];
}

export interface TurnUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** US dollars, by the provider's own figure or its price list; absent when no price is known. */
  readonly cost?: number;
}

/** What a turn script wanted of a result: exactly one of these. */
export type Expected =
  | { readonly contains: string }
  | { readonly matches: string }
  | { readonly equals: string }
  | { readonly isError: boolean }
  | { readonly details: { readonly pointer: string; readonly value: unknown } };

export interface ExpectationFailure {
  readonly step: number;
  readonly call: number;
  readonly expected: Expected;
  /** What came; null where the call has no result or the pointer leads nowhere. */
  readonly actual: unknown;
}

export interface ExpectationReport {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly ExpectationFailure[];
}

/** The whole document of `run-turn --format json`. */
export interface TurnDocument {
  readonly schemaVersion: 1;
  readonly sessionId: string;
  readonly turnId: string;
  /** `provider/id`. */
  readonly model: string;
  /** Of the last assistant message. */
  readonly text: string;
  readonly stopReason: TurnStopReason;
  readonly calls: readonly CallEntry[];
  readonly denied: number;
  readonly usage: TurnUsage;
  readonly expectations?: ExpectationReport;
  readonly diagnostics: readonly Diagnostic[];
}

/** One line of `--format stream-json`, before `at` (ISO 8601) is added. */
export type TurnEvent =
  | {
      readonly type: "turn_start";
      readonly sessionId: string;
      readonly turnId: string;
      readonly model: string;
      readonly tools: readonly string[];
    }
  | { readonly type: "message_delta"; readonly text: string }
  /** A provider broke off and is asked again: the deltas since the last `message` are void. */
  | {
      readonly type: "message_retry";
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  | {
      readonly type: "message";
      readonly step: number;
      readonly text: string;
      readonly calls: readonly { readonly id: string; readonly tool: string; readonly args: unknown }[];
      readonly stopReason: string;
    }
  | {
      readonly type: "call_start";
      readonly id: string;
      readonly step: number;
      readonly tool: string;
      readonly args: unknown;
    }
  | { readonly type: "call_update"; readonly id: string; readonly text: string }
  | ({ readonly type: "call_end" } & CallEntry)
  | { readonly type: "turn_end"; readonly result: TurnDocument };

export type TurnEventSink = (event: TurnEvent) => void;
