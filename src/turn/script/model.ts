import type { AssistantMessage, Model, ToolCall } from "@earendil-works/pi-ai";
import { emptyMessage, streamOf } from "../streams.ts";
import type { TurnModel } from "../turn-input.ts";
import type { CallEntry, ExpectationReport } from "../types.ts";
import { ExpectationChecker } from "./expectations.ts";
import { type References, replaceDeep, replaceReferences } from "./replace.ts";
import { scriptTexts as texts } from "./texts.ts";
import type { ScriptCall, ScriptStep, TurnScript } from "./types.ts";

export interface ScriptModel extends TurnModel {
  report(): ExpectationReport;
}

/** A model that says and calls what a script says, step by step, and checks what comes back. */
export async function createScriptModel(
  script: TurnScript,
  options: { workspace: string; now(): number },
): Promise<ScriptModel> {
  const checker = await ExpectationChecker.create();
  const results: (readonly CallEntry[])[] = [];
  const references: References = {
    workspace: options.workspace,
    result: (step, call) => results[step]?.[call]?.text,
  };
  const pi = piModelOf(script);
  let asked = 0;
  const message = (): AssistantMessage => {
    const step = script.steps[asked] ?? { say: "", calls: [], expect: [] };
    const made = messageOfStep(step, asked, references);
    asked += 1;
    const stopReason = step.calls.length > 0 ? "toolUse" : "stop";
    return { ...emptyMessage(pi, options.now()), content: made, stopReason };
  };
  return {
    facts: script.model,
    pi,
    live: false,
    priced: false,
    stream: () => streamOf(message()),
    afterStep: (step, calls) => {
      results[step] = calls;
      checker.check(step, script.steps[step]?.expect ?? [], calls, references);
    },
    wants: () => (asked >= script.steps.length ? "end" : "continue"),
    report: () => checker.report(),
  };
}

function messageOfStep(step: ScriptStep, index: number, references: References): AssistantMessage["content"] {
  const say = replaceReferences(step.say, references);
  const calls = step.calls.map((call, at) => scriptedCall(call, `call_${index}_${at}`, references));
  return say === "" ? calls : [{ type: "text", text: say }, ...calls];
}

function scriptedCall(call: ScriptCall, id: string, references: References): ToolCall {
  const args = replaceDeep(call.args, references);
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  const known = { type: "toolCall" as const, id, name: call.tool };
  if (isObject) return { ...known, arguments: args as ToolCall["arguments"] };
  return { ...known, arguments: {}, argumentsError: texts.argsNoObject };
}

function piModelOf({ model }: TurnScript): Model<"script"> {
  return {
    id: model.id,
    name: model.id,
    api: "script",
    provider: model.provider,
    baseUrl: "",
    reasoning: false,
    input: model.supports.image ? ["text", "image"] : ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: model.contextWindow,
    maxTokens: model.contextWindow,
  };
}
