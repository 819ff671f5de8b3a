// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are what is tested.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { loadConnectorServers } from "../../src/config/mcp-servers.ts";
import { diagnosticLines, loadYaml, placeIn } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

test("connectors of config.yaml are servers as in mcp.json, and an unset variable fails one alone", async () => {
  using space = workspace();
  const yaml = [
    "connectors:",
    "  servers:",
    "    demo: {command: demo, args: ['${WORD:-hi}']}",
    "    web:",
    "      url: https://x.example",
    "      headers:",
    "        Authorization: Bearer ${GONE}",
    "    off: {command: x, disabled: true}",
  ].join("\n");
  const config = await loadYaml(space, yaml, { env: { CI: "1" } });
  const loaded = loadConnectorServers(placeIn(space), config, { workspace: space.path });
  expect(loaded.servers).toMatchObject([
    { name: "demo", transport: "stdio", args: ["hi"], origin: { scope: "connectors" } },
  ]);
  expect(loaded.servers[0]?.where).toBe(`${join(space.path, "data/config.yaml")}:3:5`);
  expect(diagnosticLines(loaded.diagnostics)).toEqual([
    '7:9 Cannot use the server "web": the environment variable "GONE" is not set; set it or write ${GONE:-default}',
  ]);
});
