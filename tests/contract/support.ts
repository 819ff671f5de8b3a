import { Type } from "@sinclair/typebox";
import type { CallPath } from "../../src/contract/call-path.ts";
import { defineRuntimeTool } from "../../src/contract/define-tool.ts";
import type { PathGuard } from "../../src/contract/path-guard.ts";
import { textResult } from "../../src/contract/results.ts";
import type { AnyTool, ExecutionMode, ToolResult } from "../../src/contract/tool.ts";

export const CONTEXT = { sessionId: "session-1", turnId: "turn-1" };

/** The guard of calls that touch no file: every use of it is a fault of the test. */
const untouched = new Proxy({} as PathGuard, {
  get(_, name) {
    throw new Error(`the path guard was used: ${String(name)}`);
  },
});

/** A path of calls that lets everything through; each part can be replaced. */
export function openPath(parts: Partial<CallPath> = {}): CallPath {
  return {
    before: [],
    permit: async () => ({ allowed: true, paths: untouched }),
    after: [],
    gates: [],
    names: [],
    ...parts,
  };
}

/** A tool that answers with what it was given. */
export function echoTool(name = "echo", executionMode?: ExecutionMode): AnyTool {
  return defineRuntimeTool({
    name,
    description: "answers with its input",
    schema: Type.Object({ value: Type.String(), count: Type.Optional(Type.Integer({ minimum: 1 })) }),
    ...(executionMode === undefined ? {} : { executionMode }),
    execute: async (_ctx, input) => textResult(name, input.value),
  });
}

/** A tool around one function, with no schema to speak of. */
export function toolOf(name: string, execute: (signal?: AbortSignal) => Promise<ToolResult>): AnyTool {
  return defineRuntimeTool({
    name,
    description: name,
    schema: Type.Object({}),
    execute: (_ctx, _input, signal) => execute(signal),
  });
}
