import { afterAll, beforeAll, expect, test } from "bun:test";
import { EVERYTHING, oddServer, realServer } from "../../support/mcp.ts";
import { type PtyProgram, underPty } from "../../support/pty.ts";
import { SOURCE_COMMAND } from "../../support/source.ts";
import { type TurnHost, turnHost } from "../../support/turn-host.ts";

const { command, args } = realServer("everything", EVERYTHING);
const odd = oddServer("asks-back");
const TOOL = "mcp__everything__trigger-elicitation-request";
const KEYS = "Ctrl-C: the turn ends too.";

let at: TurnHost;
beforeAll(() => {
  const mcpServers = { everything: { command, args }, odd: { command: odd.command, args: odd.args } };
  at = turnHost({
    "mcp.json": JSON.stringify({ mcpServers }),
    "turn.yaml": JSON.stringify({ steps: [{ calls: [{ tool: TOOL }, { tool: "mcp__odd__elicit" }] }] }),
  });
});
afterAll(() => at[Symbol.dispose]());

const SCRIPT = ["run-turn", "--script", "turn.yaml", "--mcp-config", "mcp.json", "--permission", "full"];

function terminal(...words: string[]): PtyProgram {
  return underPty([...SOURCE_COMMAND, ...words], {
    cwd: at.path,
    env: { HOME: at.home, PATH: process.env.PATH ?? "" },
  });
}

test("a form of a server is asked on the terminal field by field, and what does not fit is asked again", async () => {
  using program = terminal("call", TOOL, "--mcp-config", "mcp.json");
  await program.see('The MCP server "everything" asks');
  await program.see("Please provide inputs");
  await program.see(KEYS);
  program.press("a");
  await program.see("1 of");
  await program.see("An answer is needed.");
  program.press("\r");
  await program.see("An answer is needed; Ctrl-C");
  program.press("Ada\r");
  await program.see("→ Ada");
  await program.see("Boolean");
  program.press("maybe\r");
  await program.see('There is no choice "maybe"');
  program.press("y\r");
  await program.see("→ yes");
  await program.see("Enter alone: It was a dark and stormy night.");
  program.press("\r");
  await program.see("→ It was a dark");
  program.press("nobody\r");
  await program.see("Type an e-mail address");
  program.press("\r");
  await program.see("→ left open");
  program.press("\r");
  await program.see("→ left open");
  program.press("\r");
  await program.see("→ left open");
  program.press("1000\r");
  await program.see("at most 100");
  program.press("7\r");
  await program.see("→ 7");
  program.press("\r");
  await program.see("→ 3.14");
  program.press("Ross\r");
  await program.see("→ Ross");
  program.press("1,2,3,4\r");
  await program.see("Choose at most 3");
  program.press("1, Piano\r");
  await program.see("→ Guitar, Piano");
  program.press("2\r");
  await program.see("→ Green Lantern");
  program.press("\r");
  await program.see("→ Tuna");
  program.press("\r");
  await program.see("Sent to the server.");
  await program.see("Ada");
  expect(await program.exited).toBe(0);
  expect(program.output).toContain('"integer": 7');
  expect(program.output).toContain("hero-2");
});

test("what is pasted answers no form's menu, and is text in a field, line ends and all", async () => {
  using program = terminal("call", TOOL, "--mcp-config", "mcp.json");
  await program.see(KEYS);
  program.press("\u001b[200~d\r\u001b[201~");
  program.press("a");
  await program.see("An answer is needed.");
  program.press("\u001b[200~Ada\nLovelace\n\u001b[201~\r");
  await program.see("→ Ada Lovelace");
  program.press("\u0003");
  await program.see("Declined; the server is told.");
});

test("d declines; Ctrl-C cancels and ends the turn; one question comes after the other", async () => {
  using program = terminal(...SCRIPT, "--json");
  await program.see('The MCP server "everything" asks');
  await program.see(KEYS);
  program.press("d");
  await program.see("Declined; the server is told.");
  await program.see('The MCP server "odd" asks');
  await program.see("Sure?");
  await program.see(KEYS);
  program.press("\u0003");
  await program.see("Declined; the server is told.");
  expect(await program.exited).toBe(130);
  expect(program.output).toContain("User declined");
  expect(program.output).toContain('"stopReason": "aborted"');
});

test("two questions that a server asks at once in a single call are asked one after the other", async () => {
  using program = terminal("call", "mcp__odd__elicit-twice", "--mcp-config", "mcp.json");
  await program.see('The MCP server "odd" asks');
  await program.see(KEYS);
  expect(program.output.split("Sure?")).toHaveLength(2);
  program.press("d");
  await program.see("Declined; the server is told.");
  await program.see("Sure?");
  await program.see(KEYS);
  program.press("a");
  await program.see("Sent to the server.");
  await program.see('"accept"');
  expect(await program.exited).toBe(0);
});

test("without a terminal a turn declines and says so, in its JSON too; a call says so on stderr", async () => {
  const ran = await at.run([...SCRIPT, "--json"]);
  const document = JSON.parse(ran.stdout);
  const declined = document.diagnostics.filter(
    ({ code }: { code: string }) => code === "elicitation_declined",
  );
  expect(declined.map(({ where }: { where: string }) => where).sort()).toEqual(["everything", "odd"]);
  expect(document.calls[0].text).toContain("declined");
  const call = await at.run(["call", "mcp__odd__elicit", "--mcp-config", "mcp.json"]);
  expect(call.stderr).toContain('asked the user "Sure?": declined, as there is no terminal');
});
