import { describe, expect, test } from "bun:test";
import { listTools } from "../../src/mcp/list-tools.ts";
import { runCli, testHost } from "../support/cli.ts";
import { connected, oddServer, only } from "../support/mcp.ts";
import { workspace } from "../support/workspace.ts";

const says = (line: string) => connected([oddServer("says", {}, line)], { timeoutMs: 60_000 });

describe("an answer that is none fails its request at once, and says what is wrong", () => {
  test.each([
    ['{"jsonrpc":"2.0","id":ID,"result":null}', "its result is null, not an object"],
    ['{"jsonrpc":"2.0","id":ID,"result":"tools"}', "its result is a string, not an object"],
    ['{"jsonrpc":"2.0","id":ID,"result":[1]}', "its result is a list, not an object"],
    ['{"jsonrpc":"2.0","id":ID}', "its result is nothing, not an object"],
    ['{"jsonrpc":"2.0","id":ID,"error":null}', "its result is nothing, not an object"],
    ['{"jsonrpc":"2.0","id":ID,"error":"no licence"}', "listing its tools: no licence"],
    [
      '{"jsonrpc":"2.0","id":ID,"error":{"code":"E1","message":"no licence"}}',
      "listing its tools: no licence",
    ],
    ['{"jsonrpc":"2.0","id":ID,"error":{"code":7,"message":"no licence"}}', "listing its tools: no licence"],
    ['{"jsonrpc":"2.0","id":ID,"error":{"reason":"none"}}', 'listing its tools: {"reason":"none"}'],
    ['{"jsonrpc":"2.0","id":ID,"error":{"code":1,"message":"no licence"},"result":{}}', "no licence"],
  ])("%s", async (line, words) => {
    await using connections = await says(line);
    const [server] = connections.servers;
    expect(server?.ok).toBe(false);
    expect(server?.diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
  });

  test.each([
    '{"id":ID,"result":{"tools":[{"name":"x","inputSchema":{"type":"object"}}]}}',
    '{"jsonrpc":"2.0","id":"ID","result":{"tools":[{"name":"x","inputSchema":{"type":"object"}}]}}',
    '{"jsonrpc":"2.0","id":ID,"error":null,"result":{"tools":[{"name":"x","inputSchema":{"type":"object"}}]}}',
    '[{"jsonrpc":"2.0","id":ID,"result":{"tools":[{"name":"x","inputSchema":{"type":"object"}}]}}]',
  ])("%s is understood", async (line) => {
    await using connections = await says(line);
    expect(only(connections).tools.map(({ name }) => name)).toEqual(["x"]);
  });
});

test("a server that asks by the thousand before it answers gets its answers, and nothing of the runtime is told", async () => {
  const { command, args, env } = oddServer("asks", {}, "5000");
  using space = workspace({ "mcp.json": JSON.stringify({ mcpServers: { asks: { command, args, env } } }) });
  const warnings: string[] = [];
  const heard = (warning: Error) => void warnings.push(warning.message);
  process.on("warning", heard);
  const host = testHost({ cwd: space.path, home: space.path });
  const { stdout, stderr } = await runCli(["catalog", "--mcp-config", "mcp.json"], host);
  process.off("warning", heard);
  expect(stdout).toContain("mcp__asks__asked");
  expect({ stderr, warnings }).toEqual({ stderr: "", warnings: [] });
});

test("words of a server about its failure are shown up to a length", async () => {
  await using connections = await says(
    `{"jsonrpc":"2.0","id":ID,"error":{"code":-1,"message":"${"x".repeat(50_000)}"}}`,
  );
  const [message = ""] = connections.servers.flatMap((server) =>
    server.diagnostics.map((one) => one.message),
  );
  expect(message.length).toBeLessThan(2_200);
  expect(message).toEndWith("x…");
});

describe("a listing that goes on oddly", () => {
  const pages = (...answers: readonly object[]) => {
    const left = [...answers];
    return listTools("s", async () => left.shift() ?? {});
  };
  const tool = (name: unknown) => ({ name, inputSchema: { type: "object" } });

  test.each([[7], [{}], [["a"]], [true], ["x".repeat(70_000)]])(
    "ends at a cursor that is none, and says so",
    async (nextCursor) => {
      const { tools, diagnostics } = await pages({ tools: [tool("a")], nextCursor }, { tools: [tool("b")] });
      expect(tools.map(({ name }) => name)).toEqual(["a"]);
      expect(diagnostics.map(({ code }) => code)).toEqual(["cursor_unusable"]);
    },
  );

  test("ends quietly where the cursor is null or missing", async () => {
    for (const end of [{ nextCursor: null }, {}]) {
      expect((await pages({ tools: [tool("a")], ...end })).diagnostics).toEqual([]);
    }
  });

  test("tells of the first tools that are set aside, and counts the others; no name is told at any length", async () => {
    const bad = Array.from({ length: 300 }, () => ({ inputSchema: {} }));
    const { tools, diagnostics } = await pages({ tools: [tool("x".repeat(90_000)), tool("a"), ...bad] });
    expect(tools.map(({ name }) => name)).toEqual(["a"]);
    expect(diagnostics).toHaveLength(21);
    expect(diagnostics[0]?.message).toMatch(
      /^The tool "x{80}…" was set aside: its name has 90000 characters$/,
    );
    expect(diagnostics.at(-1)?.message).toBe("281 more tools were set aside");
  });

  test("says what stands where the list should", async () => {
    const { diagnostics } = await pages({ tools: { a: 1 } });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "The server's answer to tools/list has an object where the list of tools stands",
    ]);
  });
});
