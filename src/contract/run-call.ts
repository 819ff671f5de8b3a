import { messageOf } from "../output/fault.ts";
import { nearest } from "../output/nearest.ts";
import { visibleBlock } from "../output/visible.ts";
import { type CheckedArguments, checkArguments, validateArguments } from "./arguments.ts";
import type { CallOutcome, CallPath, CallRequest, HookedCall } from "./call-path.ts";
import { ABORT_GRACE_MS, HOOK_TIMEOUT_MS } from "./limits.ts";
import { errorResult } from "./results.ts";
import { texts } from "./texts.ts";
import type { ToolResult } from "./tool.ts";

/** What the steps before the gates come to. */
interface Raw {
  readonly input: unknown;
  readonly result: ToolResult;
  readonly deniedBy?: string;
  readonly durationMs?: number;
}

/**
 * The way of one call, always the same (10-contract): prepare → validate → before-hooks → validate again →
 * permission gate → execute → after-hooks → output gates. Never rejects; ends in exactly one result.
 */
export async function runCall(request: CallRequest, path: CallPath): Promise<CallOutcome> {
  let raw: Raw;
  try {
    raw = await ungatedCall(request, path);
  } catch (error) {
    raw = { input: request.rawArguments, result: errorResult(request.name, messageOf(error)) };
  }
  const { toolCallId, name } = request;
  const result = await throughGates(raw, request, path);
  const outcome = { toolCallId, name, input: raw.input, result, durationMs: raw.durationMs ?? 0 };
  return raw.deniedBy === undefined ? outcome : { ...outcome, deniedBy: raw.deniedBy };
}

async function ungatedCall(request: CallRequest, path: CallPath): Promise<Raw> {
  const { tool, name, signal } = request;
  const refused = (text: string, input: unknown = request.rawArguments): Raw => ({
    input,
    result: errorResult(name, text),
  });
  if (tool === undefined) return refused(texts.unknownTool(name, nearest(name, path.names)));
  const problem = request.argumentsProblem;
  if (problem?.kind === "cut") return refused(texts.cutArguments(name));
  if (problem !== undefined) return refused(texts.unreadableArguments(name, problem.message));
  if (signal?.aborted) return aborted(name, request.rawArguments);

  const prepared = await checkArguments(tool.def, request.rawArguments);
  if (!prepared.ok) return refused(describeIssues(name, prepared));
  const hooked = await throughBeforeHooks({ tool, input: prepared.input, ctx: request.ctx, signal }, path);
  if (hooked.blocked !== undefined) return refused(hooked.blocked, prepared.input);
  const checked = hooked.changed ? await validateArguments(tool.def, hooked.input) : prepared;
  if (!checked.ok) return refused(describeIssues(name, checked), hooked.input);
  return permittedCall(request, path, { tool, input: checked.input, ctx: request.ctx, signal });
}

async function permittedCall(request: CallRequest, path: CallPath, call: HookedCall): Promise<Raw> {
  const { tool, input, ctx, signal } = call;
  const answer = await path.permit({ tool, name: request.name, input, ctx, signal });
  if (!answer.allowed) {
    return { input, result: errorResult(request.name, answer.reason), deniedBy: answer.deniedBy };
  }
  if (signal?.aborted) return aborted(request.name, input);
  const started = performance.now();
  const result = await execute(request, { ...call, ctx: { ...ctx, paths: answer.paths } as typeof ctx });
  const durationMs = Math.round(performance.now() - started);
  return { input, result: await throughAfterHooks(call, result, path), durationMs };
}

async function execute(request: CallRequest, call: HookedCall): Promise<ToolResult> {
  const { tool, input, ctx, signal } = call;
  let running = true;
  const onUpdate = request.onUpdate && ((update: { text: string }) => running && request.onUpdate?.(update));
  try {
    const done = tool.impl.execute(ctx, input, signal, onUpdate);
    return await withinGraceOf(signal, done, () => aborted(request.name, input).result);
  } catch (error) {
    if (signal?.aborted) return aborted(request.name, input).result;
    return errorResult(request.name, visibleBlock(messageOf(error)));
  } finally {
    running = false;
  }
}

/** A tool that ignores the abort does not hold the turn: after the grace its call ends as aborted. */
async function withinGraceOf(
  signal: AbortSignal | undefined,
  done: Promise<ToolResult>,
  otherwise: () => ToolResult,
): Promise<ToolResult> {
  if (signal === undefined) return done;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listener: (() => void) | undefined;
  const given = new Promise<ToolResult>((resolve) => {
    listener = () => {
      timer = setTimeout(() => resolve(otherwise()), ABORT_GRACE_MS);
    };
    if (signal.aborted) listener();
    else signal.addEventListener("abort", listener, { once: true });
  });
  try {
    return await Promise.race([done, given]);
  } finally {
    if (listener) signal.removeEventListener("abort", listener);
    clearTimeout(timer);
  }
}

interface Hooked {
  readonly input: unknown;
  readonly changed: boolean;
  /** The words for the model when a hook said no, or failed. */
  readonly blocked?: string;
}

async function throughBeforeHooks(call: HookedCall, path: CallPath): Promise<Hooked> {
  let input = call.input;
  let changed = false;
  for (const hook of path.before) {
    try {
      const answer = await withinTime(hook({ ...call, input }));
      if (answer?.block !== undefined) {
        return { input, changed, blocked: texts.hookBlocked(call.tool.def.name, answer.block) };
      }
      if (answer !== undefined && "input" in answer) {
        input = answer.input;
        changed = true;
      }
    } catch (error) {
      return { input, changed, blocked: texts.hookFailed(call.tool.def.name, messageOf(error)) };
    }
  }
  return { input, changed };
}

async function throughAfterHooks(call: HookedCall, first: ToolResult, path: CallPath): Promise<ToolResult> {
  let result = first;
  for (const hook of path.after) {
    try {
      result = (await withinTime(hook({ ...call, result }))) ?? result;
    } catch (error) {
      return errorResult(call.tool.def.name, texts.afterHookFailed(call.tool.def.name, messageOf(error)));
    }
  }
  return result;
}

async function throughGates(raw: Raw, request: CallRequest, path: CallPath): Promise<ToolResult> {
  let result = raw.result;
  const call = { toolCallId: request.toolCallId, name: request.name, input: raw.input };
  for (const gate of path.gates) result = await gate(result, call);
  return result;
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(texts.hookHung(HOOK_TIMEOUT_MS / 1000))), HOOK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function aborted(name: string, input: unknown): Raw {
  return { input, result: errorResult(name, texts.aborted(name), { aborted: true }) };
}

function describeIssues(name: string, checked: Extract<CheckedArguments, { ok: false }>): string {
  const issues = checked.issues.map((issue) => `${issue.path}: ${issue.message}`);
  return texts.invalidArguments(name, issues, checked.more);
}
