import { catalogFault } from "../catalog/errors.ts";
import { runCall } from "../contract/run-call.ts";
import type { AnyTool, ToolUpdate } from "../contract/tool.ts";
import type { Assembly } from "./assemble.ts";
import { entryOf } from "./call-log.ts";
import { turnFault } from "./errors.ts";
import type { CallEntry } from "./types.ts";

export interface SingleCall {
  readonly sessionId: string;
  readonly turnId: string;
  readonly tool: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly onUpdate?: ToolUpdate;
}

/**
 * A tool that can be called by name, deferred ones included.
 * @throws Fault (exit 2): `tool_dropped` with stage and reason, `unknown_tool` with the nearest names.
 */
export function callableTool(assembly: Assembly, name: string): AnyTool {
  const found = assembly.catalog.tools.find((tool) => tool.name === name && tool.status !== "dropped");
  if (found !== undefined) return found.entry.tool;
  const dropped = assembly.catalog.tools.find((tool) => tool.name === name);
  if (dropped !== undefined) throw turnFault.toolDropped(name, dropped.stage ?? "", dropped.reason ?? "");
  throw catalogFault.unknownTool(name, assembly.path.names);
}

/** One tool of an assembled catalog, deferred ones included, on the way that every call takes. */
export async function callOnce(assembly: Assembly, call: SingleCall): Promise<CallEntry> {
  const { sessionId, turnId } = call;
  const outcome = await runCall(
    {
      toolCallId: "call",
      name: call.tool,
      tool: callableTool(assembly, call.tool),
      rawArguments: call.args,
      ctx: { sessionId, turnId, toolCallId: "call" },
      signal: call.signal,
      onUpdate: call.onUpdate,
    },
    assembly.path,
  );
  return entryOf(outcome, 0);
}
