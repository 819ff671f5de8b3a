import { expect, test } from "bun:test";
import type { UserMessage } from "@earendil-works/pi-ai";
import { anthropic, anthropicEvents, liveModelAt, provider, sseText, toolUse } from "../support/provider.ts";
import { echoTool, playTurn } from "../support/turn.ts";

const prompt: UserMessage = { role: "user", content: "go", timestamp: 0 };
const tools = [echoTool("look"), echoTool("change", "sequential")];
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      { type: "error", error: { type: "api_error", message: "busy" } },
      { status: code, headers },
    );

test("503 twice, then an answer: asked again, and each wait is told", async () => {
  using server = provider(status(503, { "retry-after-ms": "10" }), status(529), () => anthropic(["done"]));
  const retries: string[] = [];
  const model = await liveModelAt(server.url, {
    onRetry: ({ attempt, reason }) => retries.push(`${attempt} ${reason}`),
  });
  const played = await playTurn(model, { tools, prompt });
  expect(played.text).toBe("done");
  expect(retries).toEqual(["1 HTTP 503", "2 HTTP 529"]);
  expect(played.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 });
});

test("400 is not asked again and ends the turn with the provider's words on one line", async () => {
  using server = provider(() =>
    Response.json(
      { type: "error", error: { type: "invalid_request_error", message: "bad\nrequest" } },
      { status: 400 },
    ),
  );
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt });
  expect(server.received).toHaveLength(1);
  expect(played.stopReason).toBe("error");
  expect(played.end).toMatchObject({ kind: "provider" });
  expect(JSON.stringify(played.end)).toContain("400");
});

test("a Retry-After over a minute is not waited for", async () => {
  using server = provider(status(429, { "retry-after": "3600" }));
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt });
  expect(server.received).toHaveLength(1);
  expect(played.stopReason).toBe("error");
  expect(JSON.stringify(played.end)).toContain("asks to wait 3600 s");
});

test("an answer that breaks off is asked for again, and only the whole one counts", async () => {
  const whole = sseText(anthropicEvents(["first half, second half"]));
  const cut = whole.slice(0, whole.indexOf("content_block_stop") - 10);
  using server = provider(
    () => new Response(cut, { headers: { "content-type": "text/event-stream" } }),
    () => anthropic(["whole"]),
  );
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt });
  expect(played.text).toBe("whole");
  expect(server.received).toHaveLength(2);
});

test("a stream that stalls is ended and asked for again", async () => {
  const begun = sseText(anthropicEvents(["x"])).slice(0, 200);
  using server = provider(
    () =>
      new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(begun)) }),
        { headers: { "content-type": "text/event-stream" } },
      ),
    () => anthropic(["alive"]),
  );
  const retries: string[] = [];
  const model = await liveModelAt(server.url, {
    stallMs: 120,
    onRetry: ({ reason }) => retries.push(reason),
  });
  const played = await playTurn(model, { tools, prompt });
  expect(played.text).toBe("alive");
  expect(retries).toEqual(["the provider sent nothing for too long"]);
});

test("a server that is not there: retried, then one clear reason", async () => {
  const gone = provider();
  gone[Symbol.dispose]();
  const retries: string[] = [];
  const model = await liveModelAt(gone.url, { maxRetries: 1, onRetry: ({ reason }) => retries.push(reason) });
  const played = await playTurn(model, { tools, prompt });
  expect(retries).toEqual(["no answer from the provider"]);
  expect(played.end).toMatchObject({ kind: "provider" });
});

test("h12: arguments that are no whole JSON do not run the tool, and the model is told", async () => {
  using server = provider(
    () => anthropic([toolUse("t1", "look", '{"path":"a","content":"b')], "tool_use"),
    () => anthropic(["sorry"]),
  );
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt });
  expect(played.calls).toHaveLength(1);
  expect(played.calls[0]).toMatchObject({ isError: true, durationMs: 0 });
  expect(played.calls[0]?.text).toContain("did not arrive as one whole JSON object");
  expect(JSON.stringify(server.received[1]?.body.messages)).toContain(
    "did not arrive as one whole JSON object",
  );
});

test("h13: an answer cut by its length limit says so, and repeats are bounded", async () => {
  using server = provider(() => anthropic([toolUse("t1", "change", '{"path":"a"')], "max_tokens"));
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt });
  expect(played.calls[0]?.text).toContain("cut off");
  expect(played.end).toEqual({ kind: "unusable", steps: 3 });
  expect(played.stopReason).toBe("error");
  expect(server.received).toHaveLength(3);
});

test("h16: mended arguments run a tool that only looks, never one that changes something", async () => {
  const broken = String.raw`{"pattern":"a\d"}`;
  using server = provider(
    () => anthropic([toolUse("t1", "look", broken)], "tool_use"),
    () => anthropic([toolUse("t2", "change", broken)], "tool_use"),
    () => anthropic(["done"]),
  );
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt });
  expect(played.calls.map(({ tool, isError }) => ({ tool, isError }))).toEqual([
    { tool: "look", isError: false },
    { tool: "change", isError: true },
  ]);
});

test("h21: unknown tools again and again end the turn", async () => {
  let n = 0;
  using server = provider(() => anthropic([toolUse(`t${n++}`, "nope", "{}")], "tool_use"));
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt });
  expect(played.end).toEqual({ kind: "unusable", steps: 3 });
  expect(played.calls.every((call) => call.text.includes('no tool named "nope"'))).toBe(true);
});

test("h9: thinking goes back unchanged and before its call, also without a signature", async () => {
  const thinking = (text: string, signature: string) => ({
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      { type: "thinking_delta", thinking: text },
      { type: "signature_delta", signature },
    ],
  });
  using server = provider(
    () => anthropic([thinking("plan: look\nfirst", "c2lnbmVk"), toolUse("t1", "look", "{}")], "tool_use"),
    () => anthropic([thinking("unsigned", ""), toolUse("t2", "look", "{}")], "tool_use"),
    () => anthropic(["done"]),
  );
  await playTurn(await liveModelAt(server.url), { tools, prompt });
  const answers = server.received[2]?.body.messages.filter(
    (message: { role: string }) => message.role === "assistant",
  );
  expect(answers[0].content[0]).toEqual({
    type: "thinking",
    thinking: "plan: look\nfirst",
    signature: "c2lnbmVk",
  });
  expect(answers[0].content[1]).toMatchObject({ type: "tool_use", id: "t1" });
  expect(answers[1].content[0]).toEqual({ type: "thinking", thinking: "unsigned", signature: "" });
});

test("one call id given twice becomes two calls with two results", async () => {
  using server = provider(
    () => anthropic([toolUse("same", "look", '{"n":1}'), toolUse("same", "look", '{"n":2}')], "tool_use"),
    () => anthropic(["done"]),
  );
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt });
  expect(played.calls.map((call) => call.id)).toEqual(["same", "same_2"]);
  const [, , results] = server.received[1]?.body.messages ?? [];
  expect(results.content.map((block: { tool_use_id: string }) => block.tool_use_id)).toEqual([
    "same",
    "same_2",
  ]);
});

test("requests name turnkit as the client and carry the true schemas", async () => {
  using server = provider(() => anthropic(["hello"]));
  await playTurn(await liveModelAt(server.url), { tools, prompt, systemPrompt: "You are in a test." });
  const [request] = server.received;
  expect(request?.headers.get("user-agent")).toMatch(/^turnkit\/\d/);
  expect(request?.headers.get("x-api-key")).toBe("key-of-the-test");
  expect(request?.body.tools.map((tool: { name: string }) => tool.name)).toEqual(["look", "change"]);
  expect(JSON.stringify(request?.body.system)).toContain("You are in a test.");
});

test("h1: an abort while a call streams leaves no call without a result, and asks nothing more", async () => {
  const events = anthropicEvents([toolUse("t1", "look", '{"a":1}')], "tool_use");
  const stop = new AbortController();
  using server = provider(
    () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(sseText(events.slice(0, 4)))),
        }),
        { headers: { "content-type": "text/event-stream" } },
      ),
  );
  setTimeout(() => stop.abort("SIGINT"), 150);
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt, signal: stop.signal });
  expect(played.stopReason).toBe("aborted");
  expect(played.calls).toEqual([]);
  expect(server.received).toHaveLength(1);
});

test("a refusal by the model is not asked again", async () => {
  using server = provider(() => anthropic(["I will not"], "refusal"));
  const played = await playTurn(await liveModelAt(server.url), { tools, prompt });
  expect(server.received).toHaveLength(1);
  expect(played.stopReason).toBe("error");
});
