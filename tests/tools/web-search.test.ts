import { expect, test } from "bun:test";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createWebSearchTool } from "../../src/tools/web-search/tool.ts";
import type { SearchSettings } from "../../src/tools/web-search/types.ts";
import { httpServer } from "../support/http.ts";

async function searched(settings: SearchSettings, input: Record<string, unknown>) {
  return await createWebSearchTool(settings).impl.execute(
    { sessionId: "s", turnId: "t" },
    input as { query: string },
  );
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return JSON.parse(Buffer.concat(chunks).toString());
}

test("SearXNG: asked by its JSON API, results numbered with address and snippet", async () => {
  await using server = await httpServer((_request, response) =>
    json(response, {
      query: "q",
      results: [
        {
          title: "First",
          url: "https://a.example/x",
          content: "About <b>a</b>\n and more",
          publishedDate: "2026-01-02",
        },
        { title: "", url: "https://b.example/", content: "" },
        { title: "No address", content: "x" },
        { title: "Script", url: "javascript:alert(1)" },
      ],
    }),
  );
  const result = await searched(
    { provider: "searxng", url: `${server.url}/base/` },
    { query: "a & b", time_range: "week" },
  );
  expect(server.requests).toEqual(["GET /base/search?q=a+%26+b&format=json&time_range=week"]);
  expect(result.text).toBe(
    "1. First (2026-01-02)\n   https://a.example/x\n   About a and more\n\n2. https://b.example/\n   https://b.example/",
  );
});

test("Brave: the key goes in its header, the count in the query, results are read", async () => {
  let key: unknown;
  await using server = await httpServer((request, response) => {
    key = request.headers["x-subscription-token"];
    json(response, {
      web: { results: [{ title: "T", url: "https://t.example", description: "d", age: "2 days" }] },
    });
  });
  const settings: SearchSettings = {
    provider: "brave",
    url: server.url,
    apiKey: "brave-key",
    apiKeyEnv: "BRAVE_KEY",
  };
  const result = await searched(settings, { query: "q", count: 3 });
  expect(key).toBe("brave-key");
  expect(server.requests).toEqual(["GET /?q=q&count=3"]);
  expect(result.text).toBe("1. T (2 days)\n   https://t.example\n   d");
});

test("Tavily: asked by POST with a bearer key", async () => {
  let seen: unknown;
  await using server = await httpServer(async (request, response) => {
    seen = { authorization: request.headers.authorization, body: await bodyOf(request) };
    json(response, { results: [{ title: "T", url: "https://t.example", content: "c" }] });
  });
  const settings: SearchSettings = {
    provider: "tavily",
    url: server.url,
    apiKey: "tv",
    apiKeyEnv: "TAVILY_KEY",
  };
  const result = await searched(settings, { query: "q" });
  expect(seen).toEqual({ authorization: "Bearer tv", body: { query: "q", max_results: 8 } });
  expect(result.text).toStartWith("1. T\n");
});

test("no more results come back than were asked for, and long ones are cut", async () => {
  const results = Array.from({ length: 30 }, (_, n) => ({
    title: `T${n}`,
    url: `https://e.example/${n}`,
    content: "x".repeat(5000),
  }));
  await using server = await httpServer((_request, response) => json(response, { results }));
  const settings: SearchSettings = { provider: "searxng", url: server.url };
  expect((await searched(settings, { query: "q", count: 2 })).details?.results).toHaveLength(2);
  const all = await searched(settings, { query: "q" });
  expect(all.details?.results).toHaveLength(8);
  expect(all.text.length).toBeLessThan(8 * 700);
});

test("nothing found is no failure", async () => {
  await using server = await httpServer((_request, response) => json(response, { results: [] }));
  const result = await searched({ provider: "searxng", url: server.url }, { query: "q" });
  expect(result.isError).toBeUndefined();
  expect(result.text).toBe('Nothing was found for "q".');
});

for (const [status, body, words] of [
  [401, {}, "check the key in BRAVE_KEY"],
  [429, {}, "no more searches"],
  [500, {}, "status 500"],
  [302, {}, "status 302"],
  [200, "text", "not the JSON"],
  [200, { web: { results: "none" } }, "not the JSON"],
] as const) {
  test(`an answer ${status} ${JSON.stringify(body)} is an error that says "${words}"`, async () => {
    await using server = await httpServer((_request, response) => json(response, body, status));
    const settings: SearchSettings = {
      provider: "brave",
      url: server.url,
      apiKey: "k",
      apiKeyEnv: "BRAVE_KEY",
    };
    const result = await searched(settings, { query: "q" });
    expect(result.isError).toBe(true);
    expect(result.text).toContain(words);
  });
}

test("the key follows no redirect to another host", async () => {
  await using other = await httpServer((_request, response) => json(response, {}));
  await using server = await httpServer((_request, response) => {
    response.writeHead(307, { location: other.url }).end();
  });
  const result = await searched({ provider: "tavily", url: server.url, apiKey: "k" }, { query: "q" });
  expect(result.isError).toBe(true);
  expect(other.requests).toEqual([]);
});

test("what is missing in the configuration is named", async () => {
  expect((await searched({ provider: "searxng" }, { query: "q" })).text).toContain("tools.webSearch");
  expect((await searched({ provider: "brave" }, { query: "q" })).text).toContain("tools.webSearch.apiKeyEnv");
  expect((await searched({ provider: "tavily", apiKeyEnv: "TAVILY" }, { query: "q" })).text).toContain(
    "TAVILY is not set",
  );
  expect((await searched({ provider: "searxng", url: "http://127.0.0.1:1" }, { query: " " })).text).toContain(
    "empty",
  );
  const range = await searched(
    { provider: "searxng", url: "http://127.0.0.1:1" },
    { query: "q", time_range: "decade" },
  );
  expect(range.text).toContain("day, week, month, year");
});

test("a service that is not there is told by host", async () => {
  const result = await searched({ provider: "searxng", url: "http://127.0.0.1:1" }, { query: "q" });
  expect(result.text).toContain("127.0.0.1: the connection was refused");
});
