import type { PermissionGate } from "./permission.ts";
import type { AnyTool, ToolExecutionContext, ToolResult, ToolUpdate } from "./tool.ts";

/** A call as hooks see it. */
export interface HookedCall {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly ctx: ToolExecutionContext;
  readonly signal?: AbortSignal;
}

/** May change the input or block the call; its "allow" never beats the permission gate. */
export type BeforeHook = (
  call: HookedCall,
) => Promise<{ readonly block?: string; readonly input?: unknown } | undefined>;

/** May replace the result; runs before the output gates. */
export type AfterHook = (
  call: HookedCall & { readonly result: ToolResult },
) => Promise<ToolResult | undefined>;

/** Bounds a result; appends to `gates` what it did. Runs last, on every result, refused ones included. */
export type OutputGate = (
  result: ToolResult,
  call: { readonly toolCallId: string; readonly name: string; readonly input: unknown },
) => Promise<ToolResult>;

/** Everything around one call that is the same for every call of a turn. */
export interface CallPath {
  readonly before: readonly BeforeHook[];
  readonly permit: PermissionGate;
  readonly after: readonly AfterHook[];
  readonly gates: readonly OutputGate[];
  /** Catalog names, for suggestions when a call names a tool that does not exist. */
  readonly names: readonly string[];
}

export interface CallRequest {
  readonly toolCallId: string;
  readonly name: string;
  /** Undefined when no tool has this name in the turn. */
  readonly tool: AnyTool | undefined;
  readonly rawArguments: unknown;
  /** Set when the arguments did not arrive as one whole JSON object. */
  readonly argumentsProblem?: { readonly kind: "cut" | "unreadable"; readonly message: string };
  readonly ctx: ToolExecutionContext;
  readonly signal?: AbortSignal;
  readonly onUpdate?: ToolUpdate;
}

export interface CallOutcome {
  readonly toolCallId: string;
  readonly name: string;
  /** As executed: after preparation and hooks. */
  readonly input: unknown;
  readonly result: ToolResult;
  readonly deniedBy?: string;
  /** Of `execute` alone; 0 when the tool did not run. */
  readonly durationMs: number;
}
