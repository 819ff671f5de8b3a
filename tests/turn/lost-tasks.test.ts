import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic, provider, toolUse } from "../support/provider.ts";
import { SOURCE_COMMAND } from "../support/source.ts";
import { type TurnHost, turnHost } from "../support/turn-host.ts";
import { until } from "../support/until.ts";

const config = (url: string) =>
  `models:\n  mine: {provider: anthropic, id: m, baseUrl: "${url}", apiKeyEnv: MY_KEY}\n`;
const env = { PATH: process.env.PATH, MY_KEY: "key-of-this-test" };

const linesOf = (at: TurnHost) => {
  const [id = ""] = readdirSync(at.sessions);
  const text = readFileSync(join(at.sessions, id, "transcript.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
};

const BACKGROUND = `steps:
  - calls:
      - {tool: bash, args: {command: "echo begun; exec sleep 60.25", description: Wait long, run_in_background: true}}
      - {tool: bash, args: {command: "true", run_in_background: true}}
  - say: Done.
`;

test("a task that still ran is in the turn's JSON and in its transcript", async () => {
  using at = turnHost({ "turn.yaml": BACKGROUND });
  const ran = await at.run(["run-turn", "--script", "turn.yaml", "--permission", "full", "--json"]);
  const document = JSON.parse(ran.stdout);
  const id = document.calls[0].details.task_id;
  expect(document.diagnostics).toContainEqual({
    severity: "warning",
    code: "task_lost",
    message: `The background task ${id} (Wait long) was ended with the turn`,
  });
  const { type, lost } = linesOf(at).at(-1);
  expect(type).toBe("turn_end");
  const found = lost.find((task: { id: string }) => task.id === id);
  expect(found).toMatchObject({ id, title: "Wait long" });
  expect(ran.exitCode).toBe(0);
});

test("the last line of stream-json tells of lost tasks too", async () => {
  using at = turnHost({ "turn.yaml": BACKGROUND });
  const args = ["run-turn", "--script", "turn.yaml", "--permission", "full", "--format", "stream-json"];
  const ran = await at.run(args);
  const last = JSON.parse(ran.stdout.trimEnd().split("\n").at(-1) ?? "");
  expect(last.type).toBe("turn_end");
  expect(last.result.diagnostics.map(({ code }: { code: string }) => code)).toContain("task_lost");
  expect(ran.stderr.match(/was ended with the turn/g)?.length).toBe(
    last.result.diagnostics.filter(({ code }: { code: string }) => code === "task_lost").length,
  );
});

test("the model of the next turn is told, once, that the task is gone", async () => {
  const start = '{"command":"exec sleep 60.25","run_in_background":true,"description":"Wait long"}';
  using server = provider(
    () => anthropic([toolUse("t1", "bash", start)], "tool_use"),
    () => anthropic(["Started."]),
    () => anthropic(["I know."]),
    () => anthropic(["Nothing new."]),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  const args = ["--config", "config.yaml", "--permission", "full", "--json"];
  const first = JSON.parse((await at.run(["run-turn", "Do it", "--model", "mine", ...args], { env })).stdout);
  const id = first.calls[0].details.task_id;
  const resume = ["--resume", first.sessionId, ...args];
  await at.run(["run-turn", "Is it still there?", ...resume], { env });
  const said = JSON.stringify(server.received[2]?.body.messages.at(-1));
  expect(said).toContain(`- ${id}: Wait long`);
  expect(said).toContain("(lost)");
  await at.run(["run-turn", "And now?", ...resume], { env });
  expect(JSON.stringify(server.received[3]?.body.messages.at(-1))).not.toContain("(lost)");
});

test("after kill -9 the model is told too, also where nothing more is said to it", async () => {
  const start = '{"command":"exec sleep 60.25","run_in_background":true,"description":"Wait long"}';
  using server = provider(
    () => anthropic([toolUse("t1", "bash", start)], "tool_use"),
    () => anthropic([toolUse("t2", "bash", '{"command":"touch here; exec sleep 60.25"}')], "tool_use"),
    () => anthropic(["I know."]),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  const args = ["--config", "config.yaml", "--permission", "full"];
  const child = Bun.spawn([...SOURCE_COMMAND, "run-turn", "Do it", "--model", "mine", ...args], {
    cwd: at.path,
    env: { ...env, HOME: at.home },
    stdio: ["ignore", "ignore", "ignore"],
  });
  await until(() => existsSync(join(at.path, "here")));
  child.kill("SIGKILL");
  await child.exited;
  const [id = ""] = readdirSync(at.sessions);
  const resumed = await at.run(["run-turn", "--resume", id, ...args, "--json"], { env });
  expect(JSON.parse(resumed.stdout).text).toBe("I know.");
  const said = JSON.stringify(server.received[2]?.body.messages.at(-1));
  expect(said).toMatch(/- bash-[0-9a-f]{6}: Wait long/);
  expect(said.match(/: Wait long/g)).toHaveLength(1);
});
