import { expect, test } from "bun:test";
import { join } from "node:path";
import { anthropic, provider, toolUse } from "../support/provider.ts";
import { turnHost } from "../support/turn-host.ts";

const EVERYTHING = join(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

test("g6, g9: deferred tools are searched, invoked, and run when they are called by name", async () => {
  using server = provider(
    () => anthropic([toolUse("t1", "tool_search", '{"query":"echo"}')], "tool_use"),
    () =>
      anthropic(
        [
          toolUse("t2", "mcp_invoke", '{"tool_name":"mcp__all__echo","arguments":{"message":"by search"}}'),
          toolUse("t3", "mcp__all__echo", '{"message":"by name"}'),
        ],
        "tool_use",
      ),
    () => anthropic(["Done."]),
  );
  using at = turnHost({
    "mcp.json": JSON.stringify({
      mcpServers: { all: { command: process.execPath, args: [EVERYTHING, "stdio"] } },
    }),
    "config.yaml": `models:
  mine: {provider: anthropic, id: m, baseUrl: "${server.url}", apiKeyEnv: MY_KEY}
mcpToolSearch: {modelWhitelist: ["*"], thresholdPct: 0.0001}
`,
  });
  const ran = await at.run(
    [
      "run-turn",
      "Echo",
      "--model",
      "mine",
      "--config",
      "config.yaml",
      "--mcp-config",
      "mcp.json",
      "--permission",
      "full",
      "--json",
    ],
    { env: { PATH: process.env.PATH, MY_KEY: "key-of-this-test" } },
  );
  const { calls } = JSON.parse(ran.stdout);
  const names = server.received[0]?.body.tools.map((tool: { name: string }) => tool.name);
  expect(names).toContain("tool_search");
  expect(names).not.toContain("mcp__all__echo");
  expect(calls[0].text).toContain("mcp__all__echo");
  expect(calls[1].text).toContain("by search");
  expect(calls[2]).toMatchObject({ tool: "mcp__all__echo", isError: false });
  expect(calls[2].text).toContain("by name");
  expect(JSON.stringify(server.received[0]?.body.messages)).toContain("tool_search");
});
