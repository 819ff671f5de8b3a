import type { McpServerEntry } from "../config/types.ts";
import { CallClock } from "./call-clock.ts";
import { mcpFault } from "./errors.ts";
import { CALL_MAX_MS, CALL_TIMEOUT_MS, NEVER_MS, STDERR_LINES_SHOWN } from "./limits.ts";
import { ANY_RESULT } from "./sdk.ts";
import type { Session } from "./session.ts";
import { texts } from "./texts.ts";
import type { CallOptions, RawCallResult, RawContent } from "./types.ts";
import { reasonOf, rpcCodeOf } from "./wire-errors.ts";

interface ToolCall {
  readonly entry: McpServerEntry;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/**
 * One `tools/call`: its time limit starts anew with each progress notice, an abort tells the server.
 * @throws Fault `call_timeout`, `server_died` or `call_refused`; the abort's own reason after an abort.
 */
export async function callTool(
  session: Session,
  call: ToolCall,
  options: CallOptions,
): Promise<RawCallResult> {
  const { entry, tool, args } = call;
  const timeout = entry.timeoutMs ?? CALL_TIMEOUT_MS;
  // The SDK never takes its listener off, so it gets a signal that goes with the call.
  const cancel = new AbortController();
  const abort = () => cancel.abort(texts.cancelled);
  options.signal?.addEventListener("abort", abort, { once: true });
  const clock = new CallClock({
    quietMs: timeout,
    totalMs: Math.max(CALL_MAX_MS, timeout),
    waiting: session.waiting,
    onLate: abort,
  });
  try {
    options.signal?.throwIfAborted();
    const answer = await session.client.request(
      { method: "tools/call", params: { name: tool, arguments: args } },
      ANY_RESULT,
      {
        signal: cancel.signal,
        // The clock is ours: the SDK's own would also run while the user is asked.
        timeout: NEVER_MS,
        onprogress: ({ message }) => {
          clock.progress();
          if (message !== undefined) options.onProgress?.(message);
        },
      },
    );
    return readResult(answer);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!session.alive()) throw await diedFault(session, entry);
    const code = rpcCodeOf(error);
    if (clock.late) throw mcpFault.callTimeout(entry.name, tool, timeout);
    throw mcpFault.callRefused(entry.name, tool, reasonOf(error), code);
  } finally {
    clock.clear();
    options.signal?.removeEventListener("abort", abort);
  }
}

/** Reads an answer piece by piece; what is no block at all is left out. */
function readResult(answer: unknown): RawCallResult {
  const raw = (typeof answer === "object" && answer !== null ? answer : {}) as Record<string, unknown>;
  const blocks = isBlock(raw.content) ? [raw.content] : raw.content;
  const content = Array.isArray(blocks) ? blocks.filter(isBlock) : legacyContent(raw);
  return {
    content,
    ...("structuredContent" in raw ? { structuredContent: raw.structuredContent } : {}),
    isError: raw.isError === true,
  };
}

/** Servers of the first protocol version answer with `toolResult`. */
function legacyContent(raw: Record<string, unknown>): RawContent[] {
  if (!("toolResult" in raw)) return [];
  const value = raw.toolResult;
  return [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }];
}

function isBlock(value: unknown): value is RawContent {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

async function diedFault({ stdio }: Session, entry: McpServerEntry) {
  const words = (await stdio?.lastWords(STDERR_LINES_SHOWN)) ?? [];
  const { exit } = stdio ?? {};
  return mcpFault.died(
    entry.name,
    exit ? texts.exitedWith(exit.code, exit.signal) : texts.closedItsOutput,
    words,
  );
}
