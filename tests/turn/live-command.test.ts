import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic, provider, toolUse } from "../support/provider.ts";
import { turnHost } from "../support/turn-host.ts";

const KEY = "key-that-nobody-may-see";

function configFor(url: string): string {
  return `models:
  mine: {provider: anthropic, id: test-model, baseUrl: "${url}", apiKeyEnv: MY_KEY, contextWindow: 50000}
`;
}

test("a model of config.yaml answers, calls a tool, and its key shows nowhere", async () => {
  using server = provider(
    () => anthropic(["Let me look.", toolUse("t1", "read", '{"path":"a.txt"}')], "tool_use"),
    () => anthropic([`It says alpha. Your key is ${KEY}.`]),
  );
  using at = turnHost({ "a.txt": `alpha ${KEY}\n`, "config.yaml": configFor(server.url) });
  const env = { PATH: process.env.PATH, MY_KEY: KEY };
  const ran = await at.run(
    ["run-turn", "What does a.txt say?", "--model", "mine", "--config", "config.yaml", "--json"],
    { env },
  );
  expect(ran.exitCode).toBe(0);
  const document = JSON.parse(ran.stdout);
  expect(document).toMatchObject({ model: "anthropic/test-model", stopReason: "stop" });
  expect(document.text).toBe("It says alpha. Your key is [secret MY_KEY].");
  expect(document.usage).toEqual({
    inputTokens: 20,
    outputTokens: 10,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  });
  const [id = ""] = readdirSync(at.sessions);
  const transcript = readFileSync(join(at.sessions, id, "transcript.jsonl"), "utf8");
  for (const shown of [ran.stdout, ran.stderr, transcript]) expect(shown).not.toContain(KEY);
  expect(JSON.stringify(server.received[1]?.body)).not.toContain(KEY);
  expect(server.received[0]?.headers.get("x-api-key")).toBe(KEY);
});

test("a session goes on with its model and its history", async () => {
  using server = provider(
    () => anthropic(["First answer."]),
    () => anthropic(["Second answer."]),
  );
  using at = turnHost({ "config.yaml": configFor(server.url) });
  const host = { env: { PATH: process.env.PATH, MY_KEY: KEY } };
  const first = await at.run(
    ["run-turn", "One?", "--model", "mine", "--config", "config.yaml", "--json"],
    host,
  );
  const { sessionId } = JSON.parse(first.stdout);
  const second = await at.run(["run-turn", "Two?", "--resume", sessionId, "--config", "config.yaml"], host);
  expect(second.stdout).toBe("Second answer.\n");
  const roles = server.received[1]?.body.messages.map((message: { role: string }) => message.role);
  expect(roles).toEqual(["user", "assistant", "user"]);
  expect(JSON.stringify(server.received[1]?.body.messages)).toContain("First answer.");
});

test("the prompt comes from stdin, with an attached file before it", async () => {
  using server = provider(() => anthropic(["ok"]));
  using at = turnHost({ "config.yaml": configFor(server.url), "notes.txt": "remember the milk" });
  const stdin = {
    isTTY: false,
    chunks: async function* () {
      yield Buffer.from("Sum it up.\n");
    },
  };
  const host = { env: { PATH: process.env.PATH, MY_KEY: KEY }, stdin };
  await at.run(["run-turn", "-", "--model", "mine", "--config", "config.yaml", "--file", "notes.txt"], host);
  const [message] = server.received[0]?.body.messages ?? [];
  const texts = message.content.map((block: { text: string }) => block.text);
  expect(texts).toEqual([expect.stringContaining("remember the milk"), "Sum it up."]);
});

test("a provider that fails for good is exit 1 and one line", async () => {
  using server = provider(() => Response.json({ error: { message: "no such model" } }, { status: 404 }));
  using at = turnHost({ "config.yaml": configFor(server.url) });
  const host = { env: { PATH: process.env.PATH, MY_KEY: KEY } };
  const ran = await at.run(["run-turn", "Hi", "--model", "mine", "--config", "config.yaml"], host);
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toMatch(/^error: .*404.*\n$/);
});

test("a token limit ends the turn with exit 1; a cost limit needs a known price", async () => {
  let n = 0;
  using server = provider(() => anthropic([toolUse(`t${n++}`, "glob", '{"pattern":"*"}')], "tool_use"));
  using at = turnHost({ "config.yaml": configFor(server.url) });
  const host = { env: { PATH: process.env.PATH, MY_KEY: KEY } };
  const argv = ["run-turn", "Hi", "--model", "mine", "--config", "config.yaml"];
  const limited = await at.run([...argv, "--max-tokens", "40", "--json"], host);
  expect(limited.exitCode).toBe(1);
  expect(JSON.parse(limited.stdout)).toMatchObject({ stopReason: "limit", usage: { inputTokens: 30 } });
  const priced = await at.run([...argv, "--max-cost", "1"], host);
  expect(priced.exitCode).toBe(2);
  expect(priced.stderr).toContain("no price is known");
});
