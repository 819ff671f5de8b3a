import { expect, test } from "bun:test";
import { join } from "node:path";
import { anthropic, provider, toolUse } from "../support/provider.ts";
import { underPty } from "../support/pty.ts";
import { SOURCE_COMMAND } from "../support/source.ts";
import { turnHost } from "../support/turn-host.ts";

const OBEYED = "a\u001b[31mred\u009b31m\u001b]0;title\u0007\u202eevil\u2066\u0000\r\b";
const KEPT = "👨‍👩‍👧 می‌خواهم\tb\n";

const script = (say: string) => JSON.stringify({ steps: [{ say }] });

test("on a terminal an answer moves and colours nothing; scripts and emoji that need joiners stay", async () => {
  using at = turnHost({ "turn.json": script(OBEYED + KEPT), "a.txt": OBEYED + KEPT });
  for (const words of [
    ["run-turn", "--script", "turn.json", "--no-mcp"],
    ["call", "bash", "--args", '{"command":"cat a.txt; printf \\"\\\\033[2J\\""}', "--no-mcp"],
  ]) {
    using program = underPty([...SOURCE_COMMAND, ...words], { cwd: at.path, env: { HOME: at.home } });
    await program.see("👨‍👩‍👧 می‌خواهم");
    expect(await program.exited).toBe(0);
    expect(program.output).not.toMatch(/[\u001b\u009b\u0007\u202e\u2066\u0000\b]/u);
  }
});

test("to a pipe an answer goes as it is", async () => {
  using at = turnHost({ "turn.json": script(OBEYED + KEPT) });
  const ran = await at.run(["run-turn", "--script", "turn.json", "--no-mcp"]);
  expect(ran.stdout).toBe(OBEYED + KEPT);
});

const env = { PATH: process.env.PATH, MY_KEY: "key-of-this-test" };
const config = (url: string) =>
  `models:\n  mine: {provider: anthropic, id: m, baseUrl: "${url}", apiKeyEnv: MY_KEY}\n`;

test.each([
  ["at once", [() => anthropic([])]],
  [
    "after its calls",
    [() => anthropic([toolUse("t1", "read", '{"path":"config.yaml"}')], "tool_use"), () => anthropic([])],
  ],
])("a model that ends %s without a word is told of", async (_, replies) => {
  using server = provider(...replies);
  using at = turnHost({ "config.yaml": config(server.url) });
  const args = ["run-turn", "Do it", "--model", "mine", "--config", join(at.path, "config.yaml"), "--json"];
  const ran = await at.run(args, { env });
  const { diagnostics } = JSON.parse(ran.stdout);
  expect(diagnostics).toMatchObject([{ severity: "warning", code: "nothing_said" }]);
  expect(ran.exitCode).toBe(0);
});
