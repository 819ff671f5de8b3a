import { expect, test } from "bun:test";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { kill } from "node:process";
import { anthropic, provider, toolUse } from "../support/provider.ts";
import { SOURCE_COMMAND } from "../support/source.ts";
import { type TurnHost, turnHost } from "../support/turn-host.ts";
import { until } from "../support/until.ts";

/** Starts the program from source in a process of its own, for signals. */
function start(at: TurnHost, args: readonly string[]) {
  return Bun.spawn([...SOURCE_COMMAND, ...args], {
    cwd: at.path,
    env: { PATH: process.env.PATH, HOME: at.home, MY_KEY: "key-of-this-test" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

const transcriptOf = (at: TurnHost): string => {
  if (!existsSync(at.sessions)) return "";
  const [id = ""] = readdirSync(at.sessions);
  const file = join(at.sessions, id, "transcript.jsonl");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

const config = (url: string) =>
  `models:\n  mine: {provider: anthropic, id: m, baseUrl: "${url}", apiKeyEnv: MY_KEY}\n`;

test("h2: killed between a call and its result, the session goes on with an error result for it", async () => {
  using server = provider(
    () => anthropic([toolUse("t1", "bash", '{"command":"echo $$ > started; exec sleep 60"}')], "tool_use"),
    () => anthropic(["I see that it was interrupted."]),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  const args = ["--model", "mine", "--config", "config.yaml", "--permission", "full"];
  const child = start(at, ["run-turn", "Do it", ...args]);
  await until(() => existsSync(join(at.path, "started")));
  child.kill("SIGKILL");
  await child.exited;
  kill(Number(readFileSync(join(at.path, "started"), "utf8")), "SIGKILL");
  const left = transcriptOf(at);
  expect(
    left
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type),
  ).toEqual(["session", "turn_start", "message", "message", "call"]);

  const [id = ""] = readdirSync(at.sessions);
  appendFileSync(join(at.sessions, id, "transcript.jsonl"), '{"type":"res');
  const env = { PATH: process.env.PATH, MY_KEY: "key-of-this-test" };
  const resumed = await at.run(["run-turn", "Go on", "--resume", id, "--config", "config.yaml", "--json"], {
    env,
  });
  expect(JSON.parse(resumed.stdout)).toMatchObject({ sessionId: id, text: "I see that it was interrupted." });
  const [, , results] = server.received[1]?.body.messages ?? [];
  expect(results.content[0]).toMatchObject({ type: "tool_result", tool_use_id: "t1", is_error: true });
  expect(JSON.stringify(results.content[0])).toContain("interrupted");
  for (const line of transcriptOf(at).trimEnd().split("\n")) JSON.parse(line);
});

test("Ctrl-C once ends the running command and the turn, closes the transcript, exit 130", async () => {
  using at = turnHost({
    "turn.yaml": `steps:
  - calls: [{tool: bash, args: {command: "touch started; sleep 61.5"}}, {tool: read, args: {path: turn.yaml}}]
  - say: never
`,
  });
  const child = start(at, ["run-turn", "--script", "turn.yaml", "--permission", "full", "--json"]);
  await until(() => existsSync(join(at.path, "started")));
  child.kill("SIGINT");
  const stdout = await new Response(child.stdout).text();
  expect(await child.exited).toBe(130);
  const document = JSON.parse(stdout);
  expect(document.stopReason).toBe("aborted");
  expect(document.calls.map((call: { details: { aborted: boolean } }) => call.details.aborted)).toEqual([
    true,
    true,
  ]);
  expect(JSON.parse(transcriptOf(at).trimEnd().split("\n").at(-1) ?? "{}")).toMatchObject({
    type: "turn_end",
    stopReason: "aborted",
  });
  const left = Bun.spawnSync(["pgrep", "-f", "sleep 61.5"]).stdout.toString();
  expect(left).toBe("");
});

test("a session in which another process works is refused", async () => {
  using server = provider(() =>
    anthropic([toolUse("t1", "bash", '{"command":"touch started; sleep 60"}')], "tool_use"),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  const args = ["--model", "mine", "--config", "config.yaml", "--permission", "full"];
  const child = start(at, ["run-turn", "Do it", ...args]);
  await until(() => existsSync(join(at.path, "started")));
  const [id = ""] = readdirSync(at.sessions);
  const env = { PATH: process.env.PATH, MY_KEY: "key-of-this-test" };
  const second = await at.run(["run-turn", "Go on", "--resume", id, "--config", "config.yaml"], { env });
  expect(second.exitCode).toBe(1);
  expect(second.stderr).toContain("another process works in it");
  child.kill("SIGTERM");
  expect(await child.exited).toBe(143);
});

test("a reader that goes away ends the turn quietly", async () => {
  using at = turnHost({
    "turn.yaml": `steps:
  - calls: [{tool: bash, args: {command: "sleep 0.3"}}]
  - calls: [{tool: bash, args: {command: "touch second"}}]
  - calls: [{tool: bash, args: {command: "touch third"}}]
`,
  });
  const words = [...SOURCE_COMMAND, "run-turn", "--script", "turn.yaml", "--permission", "full"];
  const command = `${words.map((word) => `'${word}'`).join(" ")} --format stream-json | head -1; exit "\${PIPESTATUS[0]}"`;
  const child = Bun.spawn(["bash", "-c", command], {
    cwd: at.path,
    env: { PATH: process.env.PATH, HOME: at.home },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect(JSON.parse(stdout).type).toBe("turn_start");
  expect(stderr).toBe("");
  expect(await child.exited).toBe(0);
  expect(existsSync(join(at.path, "third"))).toBe(false);
});
