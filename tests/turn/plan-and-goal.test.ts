import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic, provider, toolUse } from "../support/provider.ts";
import { type TurnHost, turnHost } from "../support/turn-host.ts";

const env = { PATH: process.env.PATH, MY_KEY: "key-of-this-test" };
const config = (url: string) =>
  `models:\n  mine: {provider: anthropic, id: m, baseUrl: "${url}", apiKeyEnv: MY_KEY}\n`;
const run = (at: TurnHost, ...argv: string[]) =>
  at.run(["run-turn", ...argv, "--config", "config.yaml", "--json"], { env });
const planOf = (at: TurnHost) => join(at.sessions, readdirSync(at.sessions)[0] ?? "", "plan.md");

test("--plan: only the plan is written, ExitPlanMode ends the turn with exit 4, --approve goes on", async () => {
  using at = turnHost({ "a.txt": "alpha\n" });
  using server = provider(
    () =>
      anthropic(
        [
          toolUse("t1", "write", '{"path":"a.txt","content":"changed"}'),
          toolUse("t2", "write", JSON.stringify({ path: planOf(at), content: "1. change a.txt\n" })),
        ],
        "tool_use",
      ),
    () => anthropic([toolUse("t3", "ExitPlanMode", "{}")], "tool_use"),
    () => anthropic([toolUse("t4", "write", '{"path":"a.txt","content":"changed"}')], "tool_use"),
    () => anthropic(["Done."]),
  );
  at.file("config.yaml", config(server.url));
  const planned = await run(at, "Change a", "--model", "mine", "--plan", "--permission", "full");
  const document = JSON.parse(planned.stdout);
  expect(planned.exitCode).toBe(4);
  expect(document.stopReason).toBe("waiting_for_user");
  expect(document.calls.map((call: { isError: boolean }) => call.isError)).toEqual([true, false, false]);
  expect(readFileSync(join(at.path, "a.txt"), "utf8")).toBe("alpha\n");
  expect(readFileSync(planOf(at), "utf8")).toBe("1. change a.txt\n");
  expect(JSON.stringify(server.received[0]?.body.messages)).toContain("Plan mode is on");
  const tools = server.received[0]?.body.tools.map((tool: { name: string }) => tool.name);
  expect(tools).toContain("ExitPlanMode");
  expect(tools).not.toContain("EnterPlanMode");

  const approved = await run(at, "--resume", document.sessionId, "--approve", "--permission", "full");
  expect(approved.exitCode).toBe(0);
  expect(readFileSync(join(at.path, "a.txt"), "utf8")).toBe("changed");
  expect(JSON.stringify(server.received[2]?.body.messages)).toContain("has approved the plan");
  expect(JSON.stringify(server.received[2]?.body.messages.at(-1))).not.toContain("Plan mode is on");
});

test("--reject stays in plan mode and says why", async () => {
  using server = provider(
    () => anthropic([toolUse("t1", "ExitPlanMode", "{}")], "tool_use"),
    () => anthropic(["I will change it."]),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  const { sessionId } = JSON.parse((await run(at, "Plan it", "--model", "mine", "--plan")).stdout);
  const rejected = await run(at, "Too big", "--resume", sessionId, "--reject");
  expect(rejected.exitCode).toBe(0);
  const said = JSON.stringify(server.received[1]?.body.messages.at(-1));
  expect(said).toContain("has not approved the plan");
  expect(said).toContain("Too big");
  expect(said).toContain("Plan mode is on");
});

test("--approve and --answer where nothing waits, or without a session, are exit 2", async () => {
  using server = provider(() => anthropic(["Hello."]));
  using at = turnHost({ "config.yaml": config(server.url) });
  const { sessionId } = JSON.parse((await run(at, "Hi", "--model", "mine")).stdout);
  for (const [argv, words] of [
    [["--resume", sessionId, "--approve"], "nothing in the session waits"],
    [["--resume", sessionId, "--answer", "yes"], "nothing in the session waits"],
    [["--resume", sessionId], "came to its end"],
    [["Hi", "--model", "mine", "--approve"], "without --resume"],
    [["Hi", "--resume", sessionId, "--approve", "--reject"], "together with --approve"],
  ] as const) {
    const ran = await run(at, ...argv);
    expect({ argv, code: ran.exitCode, told: ran.stderr.includes(words) ? words : ran.stderr }).toEqual({
      argv,
      code: 2,
      told: words,
    });
  }
});

const QUESTION = {
  steps: [{ question: "Which port?", options: [{ label: "80" }, { label: "8080", recommended: true }] }],
};

test("a question without a terminal ends the turn waiting, and --answer goes on with it", async () => {
  using server = provider(
    () => anthropic([toolUse("t1", "ask_user", JSON.stringify(QUESTION))], "tool_use"),
    () => anthropic(["8080 it is."]),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  const asked = await run(at, "Set it up", "--model", "mine");
  expect(asked.exitCode).toBe(4);
  const { sessionId, calls } = JSON.parse(asked.stdout);
  expect(calls[0].details).toMatchObject({
    waiting_for_user: true,
    questions: [{ question: "Which port?" }],
  });
  const wrong = await run(at, "--resume", sessionId, "--answer", "1", "--answer", "2");
  expect(wrong.exitCode).toBe(2);
  const answered = await run(at, "--resume", sessionId, "--answer", "2");
  expect(JSON.parse(answered.stdout).text).toBe("8080 it is.");
  expect(JSON.stringify(server.received[1]?.body.messages.at(-1))).toContain("8080");
});

test("--goal: the turn goes on until goal_complete, and the session remembers an open goal", async () => {
  using server = provider(
    () => anthropic(["I think I am done."]),
    () => anthropic([toolUse("t1", "goal_complete", '{"summary":"all of it"}')], "tool_use"),
    () => anthropic(["Now I am."]),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  const reached = await run(at, "Begin", "--model", "mine", "--goal", "make it pass", "--permission", "full");
  expect(JSON.parse(reached.stdout)).toMatchObject({ text: "Now I am.", stopReason: "stop" });
  expect(server.received).toHaveLength(3);
  expect(JSON.stringify(server.received[1]?.body.messages.at(-1))).toContain("goal is not completed");
});

test("--goal: a model that never gets there is stopped by the step limit", async () => {
  using server = provider(() => anthropic(["Done, I say."]));
  using at = turnHost({ "config.yaml": config(server.url) });
  const limited = await run(at, "Begin", "--model", "mine", "--goal", "make it pass", "--max-steps", "3");
  expect(JSON.parse(limited.stdout).stopReason).toBe("max_steps");
  expect(limited.exitCode).toBe(1);
  expect(server.received).toHaveLength(3);
  const { sessionId } = JSON.parse(limited.stdout);
  await run(at, "Again", "--resume", sessionId, "--max-steps", "1");
  expect(JSON.stringify(server.received[3]?.body.messages.at(-1))).toContain("make it pass");
});

test("--locked withholds what is not in the lock file, and needs one", async () => {
  using at = turnHost({ "turn.yaml": "steps: [{calls: [{tool: read, args: {path: turn.yaml}}]}]\n" });
  const missing = await at.run(["run-turn", "--script", "turn.yaml", "--locked"]);
  expect(missing.exitCode).toBe(2);
  expect(existsSync(at.sessions)).toBe(false);
  await at.run(["catalog", "lock", "--no-mcp"]);
  const lock = JSON.parse(readFileSync(join(at.path, "turnkit.lock.json"), "utf8"));
  const tools = lock.tools.filter((tool: { name: string }) => tool.name !== "read");
  at.file("turnkit.lock.json", JSON.stringify({ ...lock, tools }));
  const held = await at.run(["run-turn", "--script", "turn.yaml", "--locked", "--json"]);
  const document = JSON.parse(held.stdout);
  expect(document.calls[0].text).toContain('no tool named "read"');
  expect(document.diagnostics.map((one: { code: string }) => one.code)).toContain("tool_not_locked");
});

test("--agent: a custom agent's tools, instructions and model hold", async () => {
  using server = provider(() => anthropic(["Yes."]));
  using at = turnHost({ "config.yaml": config(server.url) });
  at.file(
    "poet.md",
    "---\nname: poet\ndescription: writes\nmodel: mine\ntools: read, grep\n---\nAnswer in verse.\n",
  );
  const ran = await run(at, "Who are you?", "--agent", "./poet.md");
  expect(ran.exitCode).toBe(0);
  expect(server.received[0]?.body.tools.map((tool: { name: string }) => tool.name)).toEqual(["read", "grep"]);
  expect(JSON.stringify(server.received[0]?.body.system)).toContain("Answer in verse.");
});

test("--extension: its tool is offered and called, its reminder and prompt part reach the model", async () => {
  using server = provider(
    () => anthropic([toolUse("t1", "dice", "{}")], "tool_use"),
    () => anthropic(["Six."]),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  at.file(
    "dice.mjs",
    `export default { id: "dice", description: "dice", init(api) {
      api.registerTool({
        def: { name: "dice", description: "Rolls", schema: { type: "object", properties: {} }, executionMode: "parallel",
               checkInput: async () => [] },
        impl: { execute: async () => ({ tool_name: "dice", text: "6", content: [{ type: "text", text: "6" }] }) },
      });
      api.registerReminder("Dice are fair.");
      api.contributeSystemPrompt("You may roll dice.");
    } };\n`,
  );
  const ran = await run(at, "Roll", "--model", "mine", "--extension", "dice.mjs", "--permission", "full");
  expect(JSON.parse(ran.stdout).calls[0]).toMatchObject({ tool: "dice", text: "6", isError: false });
  expect(JSON.stringify(server.received[0]?.body.messages)).toContain("Dice are fair.");
  expect(JSON.stringify(server.received[0]?.body.system)).toContain("You may roll dice.");
});
