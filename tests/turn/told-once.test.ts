import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { anthropic, anthropicEvents, provider, sseText, toolUse } from "../support/provider.ts";
import { underPty } from "../support/pty.ts";
import { SOURCE_COMMAND } from "../support/source.ts";
import { turnHost } from "../support/turn-host.ts";
import { until } from "../support/until.ts";

const config = (url: string) =>
  `models:\n  mine: {provider: anthropic, id: m, baseUrl: "${url}", apiKeyEnv: MY_KEY}\n`;
const env = { PATH: process.env.PATH, MY_KEY: "key-of-this-test" };
const times = (text: string, part: string) => text.split(part).length - 1;

test("what the model said before the call that was interrupted is told once", async () => {
  using at = turnHost({
    "turn.yaml": `steps:
  - say: Looking around.
    calls: [{tool: bash, args: {command: "touch started; exec sleep 61.75"}}]
  - say: never
`,
  });
  const args = ["run-turn", "--script", "turn.yaml", "--permission", "full"];
  const child = Bun.spawn([...SOURCE_COMMAND, ...args], {
    cwd: at.path,
    env: { PATH: process.env.PATH, HOME: at.home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await until(() => existsSync(join(at.path, "started")));
  child.kill("SIGINT");
  const [stdout, stderr] = [await new Response(child.stdout).text(), await new Response(child.stderr).text()];
  expect(await child.exited).toBe(130);
  expect(times(stdout + stderr, "Looking around.")).toBe(1);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s in the middle of an answer: what had come is told and kept",
  async (signal) => {
    const begun = sseText(anthropicEvents(["Half an ans"]).slice(0, 3));
    const silent = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(begun)) });
    using server = provider(
      () => anthropic(["Looking.", call], "tool_use"),
      () => new Response(silent, { headers: { "content-type": "text/event-stream" } }),
    );
    using at = turnHost({ "config.yaml": config(server.url), "a.txt": "a\n" });
    const args = [
      "run-turn",
      "Do it",
      "--model",
      "mine",
      "--config",
      "config.yaml",
      "--format",
      "stream-json",
    ];
    const child = Bun.spawn([...SOURCE_COMMAND, ...args], {
      cwd: at.path,
      env: { ...env, HOME: at.home },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let seen = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      const before = seen.includes("Half an ans");
      seen += decoder.decode(chunk);
      // Once: a second signal would end the program at once.
      if (!before && seen.includes("Half an ans")) child.kill(signal);
    }
    const { type, result } = JSON.parse(seen.trimEnd().split("\n").at(-1) ?? "");
    expect({ type, text: result.text, stopReason: result.stopReason }).toEqual({
      type: "turn_end",
      text: "Half an ans",
      stopReason: "aborted",
    });
  },
);

const call = toolUse("t1", "read", '{"path":"a.txt"}');

test.each<[string, (() => Response)[], string[]]>([
  ["--max-steps", [() => anthropic(["Before.", call], "tool_use")], ["--max-steps", "1"]],
  ["--max-tokens", [() => anthropic(["Before.", call], "tool_use")], ["--max-tokens", "1"]],
  [
    "a provider that fails",
    [() => anthropic(["Before.", call], "tool_use"), () => new Response("no", { status: 400 })],
    [],
  ],
])("what was said before a call is told once when %s ends the turn", async (_, replies, flags) => {
  using server = provider(...replies);
  using at = turnHost({ "config.yaml": config(server.url), "a.txt": "a\n" });
  const args = ["run-turn", "Do it", "--model", "mine", "--config", "config.yaml", ...flags];
  const ran = await at.run(args, { env });
  expect(ran.exitCode).toBe(1);
  expect(times(ran.stdout + ran.stderr, "Before.")).toBe(1);
  const quiet = await at.run([...args, "--quiet"], { env });
  expect(times(quiet.stdout, "Before.")).toBeLessThan(2);
});

test("what leads to a question is told whole, and once where it is short", async () => {
  const question = { question: "Which?", options: [{ label: "This" }, { label: "That" }] };
  const script = (say: string) =>
    JSON.stringify({ steps: [{ say, calls: [{ tool: "ask_user", args: { steps: [question] } }] }] });
  const long = `${"There are two ways to go on. ".repeat(10)}END`;
  using at = turnHost({ "short.yaml": script("Two ways."), "long.yaml": script(long) });
  const short = await at.run(["run-turn", "--script", "short.yaml"]);
  expect(times(short.stdout + short.stderr, "Two ways.")).toBe(1);
  expect((await at.run(["run-turn", "--script", "long.yaml"])).stdout).toBe(`${long}\n`);
  expect((await at.run(["run-turn", "--script", "short.yaml", "--quiet"])).stdout).toBe("Two ways.\n");
});

test("a script that ends with calls says its last words once on a terminal, and to a pipe", async () => {
  const script = { steps: [{ say: "Last words.", calls: [{ tool: "read", args: { path: "a.txt" } }] }] };
  using at = turnHost({ "turn.json": JSON.stringify(script), "a.txt": "a\n" });
  const args = ["run-turn", "--script", "turn.json", "--no-mcp"];
  using program = underPty([...SOURCE_COMMAND, ...args], { cwd: at.path, env: { HOME: at.home } });
  expect(await program.exited).toBe(0);
  expect(times(program.output, "Last words.")).toBe(1);
  expect((await at.run(args)).stdout).toBe("Last words.\n");
});

test("an answer that a goal did not accept is told before the next one", async () => {
  using server = provider(
    () => anthropic(["First answer."]),
    () => anthropic([toolUse("t1", "goal_complete", '{"summary":"done"}')], "tool_use"),
    () => anthropic(["Second answer."]),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  const ran = await at.run(
    ["run-turn", "Do it", "--goal", "all", "--model", "mine", "--config", "config.yaml"],
    {
      env,
    },
  );
  expect(ran.stderr).toContain("First answer.\n");
  expect(ran.stdout).toBe("Second answer.\n");
});
