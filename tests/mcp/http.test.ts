import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import type { RemoteServerEntry } from "../../src/config/types.ts";
import { connectServers } from "../../src/mcp/connect.ts";
import { EVERYTHING, only } from "../support/mcp.ts";

const remote = (url: string, more: Partial<RemoteServerEntry> = {}): RemoteServerEntry => ({
  name: "remote",
  transport: "http",
  url,
  headers: {},
  trustAnnotations: false,
  where: "mcp.json:1:1",
  origin: { file: "mcp.json", scope: "flag" },
  ...more,
});

async function connected(entry: RemoteServerEntry, timeoutMs = 10_000) {
  const connections = await connectServers([entry], {
    workspace: "/tmp",
    environment: {},
    platform: process.platform,
    clientVersion: "0.0.0",
    timeoutMs,
  });
  return { ...connections, [Symbol.asyncDispose]: () => connections.close() };
}

const message = ({ servers }: Awaited<ReturnType<typeof connected>>) => servers[0]?.diagnostics[0]?.message;

interface Answers {
  readonly post?: (body: { id?: number; method: string }, request: Request) => Response | undefined;
  readonly get?: (request: Request) => Response;
}

/** A small server of the newer HTTP transport: answers in JSON, keeps no session. */
function httpServer({ post, get = () => new Response(null, { status: 405 }) }: Answers) {
  const seen: { method: string; team: string | null }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      seen.push({ method: request.method, team: request.headers.get("x-team") });
      if (request.method === "GET") return get(request);
      if (request.method !== "POST") return new Response(null, { status: 405 });
      const body = (await request.json()) as { id?: number; method: string };
      return post?.(body, request) ?? answer(body);
    },
  });
  return { url: `http://127.0.0.1:${server.port}/mcp`, seen, [Symbol.dispose]: () => void server.stop(true) };
}

function answer({ id, method }: { id?: number; method: string }): Response {
  if (id === undefined) return new Response(null, { status: 202 });
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "small", version: "1" },
    },
    "tools/list": { tools: [{ name: "hello", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "hi" }] },
  };
  return Response.json({ jsonrpc: "2.0", id, result: results[method] ?? {} });
}

describe("a server over HTTP", () => {
  test("is listed and called, with the headers of its entry", async () => {
    using server = httpServer({});
    await using connections = await connected(remote(server.url, { headers: { "x-team": "blue" } }));
    expect((await only(connections).call("hello", {})).content).toEqual([{ type: "text", text: "hi" }]);
    expect(new Set(server.seen.map(({ team }) => team))).toEqual(new Set(["blue"]));
  });

  test("f33: 401 is told as what it is, and the older transport is not tried", async () => {
    using server = httpServer({ post: () => new Response("no", { status: 401 }) });
    await using connections = await connected(remote(server.url));
    expect(message(connections)).toBe(
      "The server failed while initializing: the server wants authorization (401)",
    );
    expect(server.seen.map(({ method }) => method)).toEqual(["POST"]);
  });

  test.each([404, 406, 500])(
    "f34: GET answered with %d does not stop a server whose POST works",
    async (status) => {
      using server = httpServer({ get: () => new Response(null, { status }) });
      await using connections = await connected(remote(server.url));
      expect((await only(connections).call("hello", {})).content).toHaveLength(1);
    },
  );

  test("f35: a 500 is reported, whatever the older transport would have said", async () => {
    using server = httpServer({ post: () => new Response("database is down", { status: 500 }) });
    await using connections = await connected(remote(server.url));
    expect(message(connections)).toContain("database is down");
    expect(server.seen).toHaveLength(1);
  });

  test("f35: where the older transport fails too, the first answer is reported", async () => {
    using server = httpServer({ post: () => new Response("not here", { status: 404 }) });
    await using connections = await connected(remote(server.url));
    expect(message(connections)).toContain("not here");
    expect(server.seen.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  test.each([
    [500, "database is down", "HTTP status 500: database is down"],
    [403, "", "HTTP status 403"],
    [429, "slow down", "HTTP status 429: slow down"],
  ])("status %i is told, with what the server says", async (status, body, words) => {
    using server = httpServer({ post: () => new Response(body, { status }) });
    await using connections = await connected(remote(server.url));
    expect(message(connections)).toBe(`The server failed while initializing: ${words}`);
  });

  test.each(["application/json", "text/event-stream"])(
    "an answer as %s that never ends is given up",
    async (type) => {
      let sent = 0;
      const endless = () =>
        new ReadableStream({
          pull(controller) {
            sent += 1 << 20;
            controller.enqueue(new Uint8Array(1 << 20).fill(0x20));
          },
        });
      const headers = { "content-type": type };
      using server = httpServer({
        post: ({ method }) => (method === "tools/list" ? new Response(endless(), { headers }) : undefined),
      });
      await using connections = await connected(remote(server.url), 3_000);
      expect(connections.servers[0]?.ok).toBe(false);
      expect(sent).toBeLessThan(200 << 20);
    },
    20_000,
  );

  test("a server that nobody listens at is one diagnostic", async () => {
    await using connections = await connected(remote("http://127.0.0.1:9/mcp"));
    expect(connections.servers[0]?.ok).toBe(false);
    expect(message(connections)).toMatch(/^The server failed while initializing: /);
  });
});

describe("a published server", () => {
  async function started(mode: "streamableHttp" | "sse", path: string) {
    const port = await freePort();
    const script = resolve(import.meta.dirname, "../../node_modules", EVERYTHING);
    const child = Bun.spawn([process.execPath, script, mode], {
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdout: "ignore",
      stderr: "ignore",
    });
    const url = `http://127.0.0.1:${port}${path}`;
    for (let tries = 0; tries < 200; tries++) {
      const up = await fetch(`http://127.0.0.1:${port}/none`).catch(() => undefined);
      if (up !== undefined) break;
      await Bun.sleep(25);
    }
    const stop = async () => {
      child.kill();
      await child.exited;
    };
    return { url, [Symbol.asyncDispose]: stop };
  }

  test.each([
    ["streamableHttp", "/mcp", "http"],
    ["sse", "/sse", "sse"],
    ["sse", "/sse", "http"],
  ] as const)("over %s at %s, configured as %s", async (mode, path, transport) => {
    await using server = await started(mode, path);
    await using connections = await connected(remote(server.url, { transport }));
    const result = await only(connections).call("echo", { message: "over the wire" });
    expect(result.content).toEqual([{ type: "text", text: "Echo: over the wire" }]);
  });
});

async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  return port ?? 0;
}
