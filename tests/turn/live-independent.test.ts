import { afterAll, beforeAll, expect, test } from "bun:test";
import { LLMock } from "@copilotkit/aimock";
import { liveModelAt } from "../support/provider.ts";
import { echoTool, playTurn } from "../support/turn.ts";

// A server of somebody else's making that speaks both protocols.
const server = new LLMock({ port: 0 });

beforeAll(async () => {
  server.on(
    { userMessage: "look at it", hasToolResult: false },
    {
      content: "Looking.",
      toolCalls: [
        { id: "look_1", name: "look", arguments: '{"at":"it"}' },
        { id: "look_2", name: "nope", arguments: "{}" },
      ],
    },
  );
  server.on({ userMessage: "look at it", hasToolResult: true }, { content: "It is there." });
  await server.start();
});

afterAll(() => server.stop());

for (const protocol of ["anthropic", "openai"] as const) {
  test(`a turn with calls against an independent ${protocol} server`, async () => {
    const baseUrl = protocol === "openai" ? `${server.url}/v1` : server.url;
    const played = await playTurn(await liveModelAt(baseUrl, { protocol }), {
      tools: [echoTool("look")],
      prompt: { role: "user", content: "look at it", timestamp: 0 },
    });
    expect(played.text).toBe("It is there.");
    expect(played.stopReason).toBe("stop");
    expect(played.calls.map(({ tool, isError }) => ({ tool, isError }))).toEqual([
      { tool: "look", isError: false },
      { tool: "nope", isError: true },
    ]);
    expect(played.calls[0]?.args).toEqual({ at: "it" });
  });
}
