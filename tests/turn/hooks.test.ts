import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { turnHost } from "../support/turn-host.ts";

const SCRIPT = `steps:
  - say: Doing it.
    calls: [{tool: bash, args: {command: "echo original"}}, {tool: read, args: {path: a.txt}}]
  - say: Done.
`;

/** A turn with one hooks file; each hook command is bash. */
async function turnWith(hooks: unknown, permission = "full") {
  using at = turnHost({
    "a.txt": "alpha\n",
    "turn.yaml": SCRIPT,
    "hooks.json": JSON.stringify({ other: "settings", hooks }),
    "config.yaml": "hooks: hooks.json\n",
  });
  const argv = [
    "run-turn",
    "Please",
    "--script",
    "turn.yaml",
    "--config",
    "config.yaml",
    "--permission",
    permission,
  ];
  const ran = await at.run([...argv, "--json"]);
  const seen = existsSync(join(at.path, "seen.jsonl"))
    ? readFileSync(join(at.path, "seen.jsonl"), "utf8")
    : "";
  const [id = ""] = existsSync(at.sessions) ? readdirSync(at.sessions) : [];
  const foreign = join(at.sessions, id, "transcript.claude.jsonl");
  const claude = existsSync(foreign) ? readFileSync(foreign, "utf8") : "";
  return {
    ...ran,
    sessions: existsSync(at.sessions) ? readdirSync(at.sessions) : [],
    document: ran.stdout === "" ? undefined : JSON.parse(ran.stdout),
    seen: seen
      .trimEnd()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    claude: claude
      .trimEnd()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

const command = (text: string, more: object = {}) => ({ type: "command", command: text, ...more });
const on = (matcher: string, text: string, more: object = {}) => [{ matcher, hooks: [command(text, more)] }];
const NOTE = "jq -c . >> seen.jsonl";
const answer = (value: unknown) => `cat > /dev/null; echo '${JSON.stringify(value)}'`;

test("exit code 2 blocks the call with what stood on stderr; the others run", async () => {
  const { document } = await turnWith({ PreToolUse: on("Bash", "echo 'not on Mondays' >&2; exit 2") });
  expect(document.calls[0]).toMatchObject({ tool: "bash", isError: true, durationMs: 0 });
  expect(document.calls[0].text).toContain("not on Mondays");
  expect(document.calls[1].isError).toBe(false);
});

test("a JSON answer denies with its reason, or changes the input, which is judged again", async () => {
  const deny = {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no shell",
    },
  };
  expect((await turnWith({ PreToolUse: on("Bash|Edit", answer(deny)) })).document.calls[0].text).toContain(
    "no shell",
  );
  const change = {
    hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "echo changed" } },
  };
  const changed = await turnWith({ PreToolUse: on("bash", answer(change)) });
  expect(changed.document.calls[0]).toMatchObject({ args: { command: "echo changed" }, text: "changed\n" });
  const wrong = { hookSpecificOutput: { updatedInput: { command: 7 } } };
  expect((await turnWith({ PreToolUse: on("Bash", answer(wrong)) })).document.calls[0].text).toContain(
    "/command",
  );
});

test("an allow never beats the permission mode", async () => {
  const allow = { hookSpecificOutput: { permissionDecision: "allow" } };
  const { document } = await turnWith({ PreToolUse: on("*", answer(allow)) }, "read-only");
  expect(document.calls[0]).toMatchObject({ tool: "bash", isError: true });
  expect(document.calls[0].deniedBy).toContain("read-only");
});

test("hooks get the JSON that such hooks know, under the foreign names", async () => {
  const { seen } = await turnWith({ PreToolUse: on("Read", NOTE), PostToolUse: on("Read", NOTE) });
  expect(seen).toHaveLength(2);
  expect(seen[0]).toMatchObject({
    hook_event_name: "PreToolUse",
    tool_name: "Read",
    tool_input: { file_path: "a.txt" },
    tool_use_id: "call_0_1",
    permission_mode: "bypassPermissions",
    turnkit: { tool: "read", input: { path: "a.txt" } },
  });
  expect(seen[0].transcript_path).toEndWith("/transcript.jsonl");
  expect(seen[1]).toMatchObject({ hook_event_name: "PostToolUse", tool_response: expect.any(Object) });
});

test("what a hook says after a call reaches the model", async () => {
  const block = { decision: "block", reason: "the file is stale" };
  const { document } = await turnWith({ PostToolUse: on("Read", answer(block)) });
  expect(document.calls[1].text).toContain("1→alpha");
  expect(document.calls[1].text).toContain("the file is stale");
});

test("a prompt hook refuses the prompt, or adds to it", async () => {
  const refused = await turnWith({
    UserPromptSubmit: [{ hooks: [command("echo 'holds a key' >&2; exit 2")] }],
  });
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain("holds a key");
  const added = await turnWith({
    UserPromptSubmit: [{ hooks: [command("cat >/dev/null; echo it is Tuesday", { transcript: "claude" })] }],
  });
  expect(JSON.stringify(added.claude[0])).toContain("it is Tuesday");
});

test("another program's line format is written when a hook wants to read it", async () => {
  const { claude, seen } = await turnWith({ PreToolUse: on("Bash", NOTE, { transcript: "claude" }) });
  expect(seen[0].transcript_path).toEndWith("/transcript.claude.jsonl");
  expect(claude.map((line) => line.type)).toEqual(["user", "assistant", "user", "user", "assistant"]);
  expect(claude[1].message.content[1]).toMatchObject({ type: "tool_use", name: "Bash" });
  expect(claude[2].parentUuid).toBe(claude[1].uuid);
});

test("a hook that fails or hangs is told, and fails no more than its call", async () => {
  const failing = await turnWith({ PreToolUse: on("Bash", "echo broken >&2; exit 1") });
  expect(failing.document.calls[0].isError).toBe(false);
  expect(failing.document.diagnostics[0]).toMatchObject({ code: "hook_failed", severity: "warning" });
  const hanging = await turnWith({ PreToolUse: on("Bash", "sleep 71.5", { timeout: 0.2 }) });
  expect(hanging.document.calls[0].text).toContain("did not end within 0.2 s");
  expect(hanging.document.calls[1].isError).toBe(false);
  expect(Bun.spawnSync(["pgrep", "-f", "sleep 71.5"]).stdout.toString()).toBe("");
});

test("continue: false ends the turn with the hook's reason", async () => {
  const stop = { continue: false, stopReason: "enough for today" };
  const { document, exitCode } = await turnWith({ PostToolUse: on("Read", answer(stop)) });
  expect(document.stopReason).toBe("limit");
  expect(document.text).toBe("Doing it.");
  expect(JSON.stringify(document.diagnostics)).toContain("enough for today");
  expect(exitCode).toBe(1);
});

test("a faulty hooks file stops the program before anything runs, with positions", async () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [{ PreTolUse: [] }, "PreToolUse"],
    [{ PreToolUse: [{ hooks: [{ type: "prompt", prompt: "ok?" }] }] }, "hooks.json:1:"],
    [{ PreToolUse: on("(", "true") }, "Cannot use the matcher"],
    [{ PreToolUse: [{ hooks: [{ type: "http", command: "x" }] }] }, "only commands"],
  ];
  for (const [hooks, words] of cases) {
    const ran = await turnWith(hooks);
    expect(ran.sessions).toEqual([]);
    expect({ hooks, code: ran.exitCode, told: ran.stderr.includes(words) ? words : ran.stderr }).toEqual({
      hooks,
      code: 2,
      told: words,
    });
  }
});

test("events of the other programs that have no counterpart are told once", async () => {
  const { document } = await turnWith({ SessionStart: on("", "true") });
  expect(document.diagnostics).toMatchObject([{ code: "hook_event_not_run", severity: "warning" }]);
});
