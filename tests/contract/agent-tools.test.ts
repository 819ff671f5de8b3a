import { expect, test } from "bun:test";
import { runAgentLoop } from "@earendil-works/pi-agent-core";
import {
  type AssistantMessage,
  createAssistantMessageEventStream,
  type Message,
} from "@earendil-works/pi-ai";
import { toAgentTools, unknownAgentTool } from "../../src/contract/agent-tools.ts";
import { textResult } from "../../src/contract/results.ts";
import type { AnyTool, ExecutionMode } from "../../src/contract/tool.ts";
import { CONTEXT, echoTool, openPath, toolOf } from "./support.ts";

type Call = { id: string; name: string; arguments: Record<string, string | number> };

const MODEL = {
  id: "m",
  name: "m",
  api: "test",
  provider: "test",
  baseUrl: "",
  reasoning: false,
  input: ["text" as const],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 1000,
  maxTokens: 100,
};

const USAGE = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** Runs one batch of calls through the real loop; gives the results in the order the model gets them. */
async function batch(tools: readonly AnyTool[], calls: readonly Call[]) {
  const options = { path: openPath({ names: tools.map((tool) => tool.def.name) }) };
  const agentTools = toAgentTools(tools, CONTEXT, options);
  const known = new Set(tools.map((tool) => tool.def.name));
  for (const { name } of calls) {
    if (!known.has(name)) agentTools.push(unknownAgentTool(name, CONTEXT, options));
  }
  const answers = [
    calls.map((call) => ({ type: "toolCall" as const, ...call })),
    [{ type: "text" as const, text: "done" }],
  ];
  const messages = await runAgentLoop(
    [{ role: "user", content: "go", timestamp: 0 }],
    { messages: [], tools: agentTools },
    { model: MODEL, convertToLlm: (all) => all as Message[] },
    () => {},
    undefined,
    () => {
      const content = answers.shift() ?? [];
      const stopReason = content.some((block) => block.type === "toolCall") ? "toolUse" : "stop";
      const message: AssistantMessage = {
        role: "assistant",
        content,
        api: "test",
        provider: "test",
        model: "m",
        usage: USAGE,
        stopReason,
        timestamp: 0,
      };
      const stream = createAssistantMessageEventStream();
      stream.push({ type: "start", partial: message });
      stream.push({ type: "done", reason: stopReason, message });
      return stream;
    },
  );
  return messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
}

/** Tools that report how many of them run at once. */
function watchedTools(modes: readonly (ExecutionMode | undefined)[]) {
  const seen = { running: 0, most: 0, started: [] as string[] };
  const tools = modes.map((mode, index): AnyTool => {
    const name = `t${index}`;
    const base = toolOf(name, async () => {
      seen.started.push(name);
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await Bun.sleep(5 * (modes.length - index));
      seen.running -= 1;
      return textResult(name, name);
    });
    return { ...base, def: { ...base.def, ...(mode === undefined ? {} : { executionMode: mode }) } };
  });
  return { seen, tools };
}

const callsOf = (tools: readonly AnyTool[]): Call[] =>
  tools.map((tool, index) => ({ id: `c${index}`, name: tool.def.name, arguments: {} }));

test("h17: results come back in message order, whichever tool was faster", async () => {
  const { seen, tools } = watchedTools(["parallel", "parallel", "parallel"]);
  const results = await batch(tools, callsOf(tools));
  expect(results.map((result) => result.toolCallId)).toEqual(["c0", "c1", "c2"]);
  expect(seen.most).toBe(3);
});

test("h22, h24: one sequential tool makes the whole batch run one by one, in message order", async () => {
  const { seen, tools } = watchedTools(["parallel", "sequential", "parallel", "parallel"]);
  await batch(tools, callsOf(tools));
  expect(seen.most).toBe(1);
  expect(seen.started).toEqual(["t0", "t1", "t2", "t3"]);
});

test("a tool without a mode counts as sequential", async () => {
  const { seen, tools } = watchedTools(["parallel", undefined]);
  await batch(tools, callsOf(tools));
  expect(seen.most).toBe(1);
});

test("h21: an unknown tool is an error result with near names; the known one beside it runs", async () => {
  const results = await batch(
    [echoTool("search", "parallel")],
    [
      { id: "a", name: "serach", arguments: {} },
      { id: "b", name: "search", arguments: { value: "found" } },
    ],
  );
  expect(results.map((result) => result.isError)).toEqual([true, false]);
  expect(JSON.stringify(results[0]?.content)).toContain("search");
  expect(JSON.stringify(results[1]?.content)).toContain("found");
});

test("the loop neither coerces nor echoes arguments: ours are validated as they came", async () => {
  const [result] = await batch([echoTool("echo")], [{ id: "a", name: "echo", arguments: { value: 7 } }]);
  expect(result?.isError).toBe(true);
  expect(JSON.stringify(result?.content)).toContain("/value");
});

test("details.ok === false marks the call as failed for the model", async () => {
  const tool = toolOf("soft", async () => textResult("soft", "no", { details: { ok: false } }));
  const [result] = await batch([tool], [{ id: "a", name: "soft", arguments: {} }]);
  expect(result?.isError).toBe(true);
});

test("h4: refusing one of two parallel calls leaves both with a result", async () => {
  const path = openPath({
    permit: async (request) =>
      request.name === "t0" ? { allowed: false, deniedBy: "x", reason: "no" } : openPath().permit(request),
  });
  const { tools } = watchedTools(["parallel", "parallel"]);
  const agentTools = toAgentTools(tools, CONTEXT, { path });
  const outcomes = await Promise.all(agentTools.map((tool) => tool.execute("id", {})));
  expect(outcomes.map((outcome) => outcome.isError)).toEqual([true, false]);
});
