import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { turnHost } from "../support/turn-host.ts";

const SCRIPT = `steps:
  - say: Looking.
    calls: [{tool: read, args: {path: a.txt}}, {tool: read, args: {path: none.txt}}]
    expect:
      - {call: 0, contains: alpha}
      - {call: 1, isError: true}
  - say: All seen.
`;

test("text: the answer on stdout, calls in brief on stderr, exit 0", async () => {
  using at = turnHost({ "a.txt": "alpha\nbeta\n", "turn.yaml": SCRIPT });
  const ran = await at.run(["run-turn", "--script", "turn.yaml"]);
  expect(ran.stdout).toBe("All seen.\n");
  expect(ran.stderr).toContain("Looking.\n");
  expect(ran.stderr).toContain("> read  a.txt\n");
  expect(ran.stderr).toContain("failed read:");
  expect(ran.exitCode).toBe(0);
});

test("json: the whole document, with the shape of the specification", async () => {
  using at = turnHost({ "a.txt": "alpha\nbeta\n", "turn.yaml": SCRIPT });
  const ran = await at.run(["run-turn", "--script", "turn.yaml", "--json"]);
  const document = JSON.parse(ran.stdout);
  expect(Object.keys(document)).toEqual([
    "schemaVersion",
    "sessionId",
    "turnId",
    "model",
    "text",
    "stopReason",
    "calls",
    "denied",
    "usage",
    "expectations",
    "diagnostics",
  ]);
  expect(document).toMatchObject({
    schemaVersion: 1,
    model: "script/script",
    text: "All seen.",
    stopReason: "stop",
    denied: 0,
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    expectations: { passed: 2, failed: 0, failures: [] },
    diagnostics: [],
  });
  expect(document.calls[0]).toMatchObject({
    id: "call_0_0",
    step: 0,
    tool: "read",
    isError: false,
    gates: [],
  });
  expect(document.calls[0].text).toContain("1→alpha");
});

test("stream-json: one object a line, each with type and at, the document last", async () => {
  using at = turnHost({ "a.txt": "alpha\n", "turn.yaml": SCRIPT });
  const ran = await at.run(["run-turn", "--script", "turn.yaml", "--format", "stream-json"]);
  const lines = ran.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => line.type)).toEqual([
    "turn_start",
    "message_delta",
    "message",
    "call_start",
    "call_start",
    "call_end",
    "call_end",
    "message_delta",
    "message",
    "turn_end",
  ]);
  expect(lines.every((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(line.at))).toBe(true);
  expect(lines[0].tools).toContain("read");
  expect(lines.at(-1).result.text).toBe("All seen.");
});

test("a failed expectation says what was expected and what came, exit 3", async () => {
  using at = turnHost({
    "a.txt": "alpha\n",
    "turn.yaml": SCRIPT.replace("contains: alpha", "contains: gamma"),
  });
  const ran = await at.run(["run-turn", "--script", "turn.yaml"]);
  expect(ran.exitCode).toBe(3);
  expect(ran.stderr).toContain("Expectation failed in step 0, call 0 (read)");
  expect(ran.stderr).toContain('expected: a text that contains "gamma"');
  expect(ran.stderr).toContain("1→alpha");
  expect(ran.stderr).toContain("1 of 2 expectations failed");
});

test("the session keeps a transcript of whole lines, folder 0700, file 0600", async () => {
  using at = turnHost({ "a.txt": "alpha\n", "turn.yaml": SCRIPT });
  await at.run(["run-turn", "--script", "turn.yaml"]);
  const [id = ""] = readdirSync(at.sessions);
  expect(id).toMatch(/^[0-9a-z-]{8,64}$/);
  const folder = join(at.sessions, id);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const file = join(folder, "transcript.jsonl");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const types = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).type);
  expect(types).toEqual([
    "session",
    "turn_start",
    "message",
    "call",
    "call",
    "result",
    "result",
    "message",
    "turn_end",
  ]);
  expect(existsSync(join(folder, "lock"))).toBe(false);
});

test("a recording plays again, in another folder too", async () => {
  using at = turnHost({ "a.txt": "alpha\n", "turn.yaml": SCRIPT });
  await at.run(["run-turn", "--script", "turn.yaml", "--record", "again.yaml"]);
  const recorded = readFileSync(join(at.path, "again.yaml"), "utf8");
  using other = turnHost({ "a.txt": "alpha\n", "again.yaml": recorded });
  const ran = await other.run(["run-turn", "--script", "again.yaml", "--json"]);
  const document = JSON.parse(ran.stdout);
  expect(document.text).toBe("All seen.");
  expect(document.calls.map((call: { isError: boolean }) => call.isError)).toEqual([false, true]);
  expect(document.expectations).toEqual({ passed: 2, failed: 0, failures: [] });
});

test("wrong use is one clear line and exit 2", async () => {
  using at = turnHost({
    "turn.yaml": SCRIPT,
    "broken.yaml": "steps: [",
    "bad.bin": new Uint8Array([0, 1, 2]),
  });
  const cases: readonly (readonly [readonly string[], string])[] = [
    [["run-turn"], "no model is named"],
    [["run-turn", "hello"], "no model is named"],
    [["run-turn", "hello", "--model", "anthropic/x"], "ANTHROPIC_API_KEY is not set"],
    [["run-turn", "hello", "--model", "nothing"], "there is none of this name"],
    [["run-turn", "hello", "--model", "nobody/x"], 'Cannot use the provider "nobody"'],
    [["run-turn", "--script", "none.yaml"], "there is no such file (none.yaml)"],
    [["run-turn", "--script", "broken.yaml"], "broken.yaml:1:"],
    [["run-turn", "--demo", "--script", "turn.yaml"], "Cannot use --script together with --demo"],
    [["run-turn", "--script", "turn.yaml", "--file", "bad.bin"], "neither UTF-8 text nor an image"],
    [["run-turn", "--script", "turn.yaml", "--max-steps", "0"], "--max-steps"],
    [["run-turn", "x", "--script", "turn.yaml", "--resume", "../../etc"], "there is no such session"],
    [["run-turn", "--script", "turn.yaml", "--workspace", "nowhere"], "there is no such folder"],
  ];
  for (const [argv, words] of cases) {
    const ran = await at.run(argv);
    expect({ argv, code: ran.exitCode, told: ran.stderr.includes(words) ? words : ran.stderr }).toEqual({
      argv,
      code: 2,
      told: words,
    });
    expect(ran.stdout).toBe("");
  }
  expect(existsSync(at.sessions)).toBe(false);
});

test("what a tool warns of is told to the user, once", async () => {
  using at = turnHost({
    "turn.yaml":
      "steps:\n  - calls: [{tool: bash, args: {command: 'true'}}, {tool: bash, args: {command: 'true'}}]\n",
  });
  const env = { PATH: process.env.PATH, ANTHROPIC_API_KEY: "key-of-this-test" };
  const ran = await at.run(["run-turn", "--script", "turn.yaml", "--permission", "full"], { env });
  const told = ran.stderr.split("\n").filter((line) => line.startsWith("warning: "));
  expect(told).toHaveLength(process.platform === "linux" ? 1 : 0);
  expect(ran.stderr).not.toContain("key-of-this-test");
});

test("where no recording can be written is told before the turn begins", async () => {
  using at = turnHost({ "turn.yaml": SCRIPT, "a.txt": "alpha\n", "folder/x": "" });
  Bun.spawnSync(["mkfifo", join(at.path, "pipe")]);
  for (const [file, reason] of [
    ["none/x.yaml", "its folder does not exist"],
    ["a.txt/x.yaml", "a part of the path is not a folder"],
    ["folder", "it is no regular file"],
    ["pipe", "it is no regular file"],
  ] as const) {
    const ran = await at.run(["run-turn", "--script", "turn.yaml", "--record", file]);
    expect(ran.stderr).toBe(`error: Cannot record the turn there: ${reason} (${join(at.path, file)})\n`);
    expect(ran.exitCode).toBe(2);
  }
  expect(existsSync(at.sessions)).toBe(false);
  const ran = await at.run(["run-turn", "--script", "turn.yaml", "--record", "a.txt", "--quiet"]);
  expect(ran.exitCode).toBe(0);
  expect(readFileSync(join(at.path, "a.txt"), "utf8")).toContain("steps:");
});
