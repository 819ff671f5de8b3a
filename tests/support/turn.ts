import { Type } from "@sinclair/typebox";
import type { CallPath } from "../../src/contract/call-path.ts";
import { defineRuntimeTool } from "../../src/contract/define-tool.ts";
import { textResult } from "../../src/contract/results.ts";
import type { AnyTool, ToolResult } from "../../src/contract/tool.ts";
import { createPathGuard } from "../../src/permissions/path-guard.ts";
import { runTurnLoop } from "../../src/turn/loop.ts";
import { createScriptModel } from "../../src/turn/script/model.ts";
import { parseScript } from "../../src/turn/script/read.ts";
import type { TurnInput, TurnListener, TurnModel, TurnOutcome } from "../../src/turn/turn-input.ts";
import type { ExpectationReport } from "../../src/turn/types.ts";

/** A tool of a test: takes any object, does what it is told. */
export function toolThat(
  name: string,
  run: (input: Record<string, unknown>, signal?: AbortSignal) => Promise<ToolResult> | ToolResult,
  executionMode: "parallel" | "sequential" = "parallel",
): AnyTool {
  return defineRuntimeTool({
    name,
    description: `Tool ${name} of a test`,
    schema: Type.Object({}, { additionalProperties: true }),
    executionMode,
    execute: async (_ctx, input, signal) => run(input as Record<string, unknown>, signal),
  });
}

/** Answers with its own name and arguments. */
export function echoTool(name: string, mode: "parallel" | "sequential" = "parallel"): AnyTool {
  return toolThat(name, (input) => textResult(name, `${name} ${JSON.stringify(input)}`), mode);
}

/** Everything allowed, nothing gated. */
export function openPath(tools: readonly AnyTool[], workspace = "/"): CallPath {
  const places = {
    workspace,
    home: "/nonexistent",
    dataDir: "/nonexistent/.minimax",
    platform: process.platform,
  };
  const paths = createPathGuard({ places, mode: "full" });
  return {
    before: [],
    permit: async () => ({ allowed: true, paths }),
    after: [],
    gates: [],
    names: tools.map((tool) => tool.def.name),
  };
}

export interface PlayOptions extends Partial<Omit<TurnInput, "tools" | "model" | "listener">> {
  readonly tools: readonly AnyTool[];
  readonly listener?: Partial<TurnListener>;
}

/** Runs a turn against any model with a test's tools. */
export function playTurn(model: TurnModel, options: PlayOptions): Promise<TurnOutcome> {
  const silent: TurnListener = {
    message: () => {},
    delta: () => {},
    callStart: () => {},
    callUpdate: () => {},
    callEnd: () => {},
    stepEnd: () => {},
  };
  return runTurnLoop({
    sessionId: "session-of-a-test",
    turnId: "turn-1",
    requestTools: options.tools.map(({ def }) => ({
      name: def.name,
      description: def.description,
      parameters: def.schema,
    })),
    path: openPath(options.tools),
    systemPrompt: "",
    history: [],
    limits: { maxSteps: 50 },
    signal: new AbortController().signal,
    now: Date.now,
    ...options,
    model,
    listener: { ...silent, ...options.listener },
  });
}

export interface Played extends TurnOutcome {
  readonly expectations: ExpectationReport;
}

/** Plays a turn script with a test's tools. */
export async function playScript(text: string, options: PlayOptions): Promise<Played> {
  const script = await parseScript({ file: "turn.yaml", text });
  const model = await createScriptModel(script, { workspace: "/w", now: Date.now });
  const outcome = await playTurn(model, options);
  return { ...outcome, expectations: model.report() };
}
