import { expect, test } from "bun:test";
import { runCli, testHost } from "../support/cli.ts";
import { oddServer } from "../support/mcp.ts";
import { workspace } from "../support/workspace.ts";

const TEXT = "\u001b[31mred\u001b]52;c;QQ==\u0007 \u202egnp.exe 测试 👩‍👩‍👧";

async function answer(result: object, isTTY: boolean): Promise<string> {
  const { command, args, env } = oddServer("results", {}, JSON.stringify(result));
  using space = workspace({ "mcp.json": JSON.stringify({ mcpServers: { s: { command, args, env } } }) });
  const host = testHost({ cwd: space.path, home: space.path });
  const stdout = { ...host.stdout, isTTY };
  const ran = await runCli(["call", "mcp__s__call", "--mcp-config", "mcp.json"], { ...host, stdout });
  expect(ran.exitCode).toBe(0);
  return ran.stdout;
}

test("call prints a result as it is into a pipe, and so that a terminal does not obey it on one", async () => {
  const result = { content: [{ type: "text", text: TEXT }] };
  expect(await answer(result, false)).toBe(`${TEXT}\n`);
  const shown = await answer(result, true);
  expect(shown).not.toMatch(/[\u001b\u0007\u202e]/);
  expect(shown).toContain("测试 👩‍👩‍👧");
});

test("a server that answers with one block instead of a list of them is understood", async () => {
  expect(await answer({ content: { type: "text", text: "alone" } }, false)).toBe("alone\n");
});
