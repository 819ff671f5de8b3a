import { type TProperties, Type } from "@sinclair/typebox";
import { closedObject, dictionary, listOf } from "../../config/schema-parts.ts";
import type { CallEntry, TurnDocument } from "../../turn/types.ts";
import { Count, Diagnostics, documentOf, type Fits, oneOf } from "./parts.ts";

const call = {
  id: Type.String(),
  step: Type.Integer({ minimum: 0, description: "The assistant message that made the call, from 0" }),
  tool: Type.String(),
  args: Type.Unknown({ description: "As executed: after preparation and hooks" }),
  isError: Type.Boolean(),
  deniedBy: Type.Optional(Type.String({ description: "The rule or mode that said no" })),
  durationMs: Count,
  text: Type.String(),
  details: dictionary(Type.Unknown()),
  gates: listOf(
    closedObject({
      gate: oneOf(["tool", "wrapper", "budget"]),
      originalBytes: Count,
      returnedBytes: Count,
    }),
  ),
};

const Call = closedObject(call);

const Expected = Type.Union([
  closedObject({ contains: Type.String() }),
  closedObject({ matches: Type.String() }),
  closedObject({ equals: Type.String() }),
  closedObject({ isError: Type.Boolean() }),
  closedObject({ details: closedObject({ pointer: Type.String(), value: Type.Unknown() }) }),
]);

/** `run-turn --format json` (60-turn). */
export const RunTurnSchema = documentOf({
  sessionId: Type.String(),
  turnId: Type.String(),
  model: Type.String({ description: "provider/id" }),
  text: Type.String(),
  stopReason: oneOf(["stop", "waiting_for_user", "max_steps", "limit", "aborted", "error"]),
  calls: listOf(Call),
  denied: Count,
  usage: closedObject({
    inputTokens: Count,
    outputTokens: Count,
    cacheReadTokens: Count,
    cacheWriteTokens: Count,
    cost: Type.Optional(Type.Number({ description: "US dollars" })),
  }),
  expectations: Type.Optional(
    closedObject({
      passed: Count,
      failed: Count,
      failures: listOf(
        closedObject({ step: Count, call: Count, expected: Expected, actual: Type.Unknown() }),
      ),
    }),
  ),
  diagnostics: Diagnostics,
});

const at = Type.String({ description: "ISO 8601" });
function event<T extends string, P extends TProperties>(type: T, properties: P) {
  return closedObject({ type: Type.Literal(type), at, ...properties });
}

/** One line of `run-turn --format stream-json` (60-turn). */
export const RunTurnEventSchema = Type.Union([
  event("turn_start", {
    sessionId: Type.String(),
    turnId: Type.String(),
    model: Type.String(),
    tools: listOf(Type.String()),
  }),
  event("message_delta", { text: Type.String() }),
  event("message_retry", { attempt: Count, delayMs: Count, reason: Type.String() }),
  event("message", {
    step: Count,
    text: Type.String(),
    calls: listOf(closedObject({ id: Type.String(), tool: Type.String(), args: Type.Unknown() })),
    stopReason: Type.String(),
  }),
  event("call_start", { id: Type.String(), step: Count, tool: Type.String(), args: Type.Unknown() }),
  event("call_update", { id: Type.String(), text: Type.String() }),
  event("call_end", call),
  event("turn_end", { result: RunTurnSchema }),
]);

/** `call TOOL --json` (60-turn). */
export const CallSchema = documentOf(call);

/** `call TOOL --dry-run --json`. */
export const CallDryRunSchema = documentOf({
  tool: Type.String(),
  args: Type.Unknown(),
  permission: closedObject({
    decision: oneOf(["allow", "ask", "deny"]),
    by: Type.String({ description: "What spoke: mode:ask, rule:deny bash(rm*), protected-path" }),
    reason: Type.String(),
    notes: listOf(Type.String()),
  }),
});

export type Checked = [
  Fits<TurnDocument, typeof RunTurnSchema>,
  Fits<CallEntry & { readonly schemaVersion: 1 }, typeof CallSchema>,
];
