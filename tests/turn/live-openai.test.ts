import { expect, test } from "bun:test";
import type { UserMessage } from "@earendil-works/pi-ai";
import { chatCompletion, liveModelAt, provider, type Received } from "../support/provider.ts";
import { echoTool, playTurn } from "../support/turn.ts";

const prompt: UserMessage = { role: "user", content: "go", timestamp: 0 };
const tools = [echoTool("look")];
const call = (index: number, id: string, args: string) => ({
  tool_calls: [{ index, id, type: "function", function: { name: "look", arguments: args } }],
});

async function secondRequest(first: readonly Record<string, unknown>[]): Promise<Received["body"]> {
  using server = provider(
    () => chatCompletion(first, "tool_calls"),
    () => chatCompletion([{ content: "done" }]),
  );
  const model = await liveModelAt(`${server.url}/v1`, { protocol: "openai" });
  const played = await playTurn(model, { tools, prompt });
  expect(played.text).toBe("done");
  return server.received[1]?.body;
}

test("h11: reasoning goes back in the field it came in", async () => {
  for (const field of ["reasoning_content", "reasoning"]) {
    const body = await secondRequest([{ [field]: "think" }, call(0, "c1", "{}")]);
    const answer = body.messages.find((message: { role: string }) => message.role === "assistant");
    expect(answer[field]).toBe("think");
  }
});

test("h11: an endpoint that knows only reasoning_details gets those back", async () => {
  const detail = { type: "reasoning.text", text: "think", format: "test-v1", index: 0 };
  const body = await secondRequest([{ reasoning_details: [detail] }, call(0, "c1", "{}")]);
  const answer = body.messages.find((message: { role: string }) => message.role === "assistant");
  expect(answer.reasoning_details).toEqual([detail]);
  expect(answer.reasoning_content).toBeUndefined();
});

test("calls without an id, or with the same one, get one of their own, and each its result", async () => {
  const body = await secondRequest([call(0, "", '{"a":1}'), call(1, "", '{"a":2}'), call(2, "x", "{}")]);
  const answer = body.messages.find((message: { role: string }) => message.role === "assistant");
  const ids = answer.tool_calls.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(["call", "call_2", "x"]);
  const results = body.messages.filter((message: { role: string }) => message.role === "tool");
  expect(results.map((result: { tool_call_id: string }) => result.tool_call_id)).toEqual(ids);
  expect(results.map((result: { content: string }) => result.content)).toEqual([
    'look {"a":1}',
    'look {"a":2}',
    "look {}",
  ]);
});

test("h20: calls whose pieces arrive as 1, 0, 1, 0 run in the order of their index", async () => {
  const piece = (index: number, args: string) => ({ tool_calls: [{ index, function: { arguments: args } }] });
  using server = provider(
    () =>
      chatCompletion(
        [call(1, "b", '{"n":'), call(0, "a", '{"n":'), piece(1, "1}"), piece(0, "0}")],
        "tool_calls",
      ),
    () => chatCompletion([{ content: "done" }]),
  );
  const model = await liveModelAt(`${server.url}/v1`, { protocol: "openai" });
  const played = await playTurn(model, { tools, prompt });
  expect(played.calls.map(({ id, args }) => ({ id, args }))).toEqual([
    { id: "a", args: { n: 0 } },
    { id: "b", args: { n: 1 } },
  ]);
});

test("h12: cut arguments on this protocol do not run either", async () => {
  using server = provider(
    () => chatCompletion([call(0, "c1", '{"path":"a')], "tool_calls"),
    () => chatCompletion([{ content: "done" }]),
  );
  const played = await playTurn(await liveModelAt(`${server.url}/v1`, { protocol: "openai" }), {
    tools,
    prompt,
  });
  expect(played.calls[0]).toMatchObject({ isError: true, durationMs: 0 });
});
