import { expect, test } from "bun:test";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { turnHost } from "../support/turn-host.ts";

const SCRIPT = `
steps:
  - say: "Reading <b>it</b>."
    calls: [{tool: read, args: {path: a.md}}]
  - say: "It has a fence."
`;

/** One played session; `exported` gives it in a format. */
async function session() {
  const at = turnHost({ "turn.yaml": SCRIPT, "a.md": "```js\n<script>x</script>\n```\n" });
  const ran = await at.run(["run-turn", "Look at a.md", "--script", "turn.yaml", "--json"]);
  const { sessionId } = JSON.parse(ran.stdout);
  const exported = async (...flags: string[]) =>
    (await at.run(["sessions", "export", sessionId, ...flags])).stdout;
  return { at, sessionId, exported, [Symbol.dispose]: () => at[Symbol.dispose]() };
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("jsonl is the transcript, up to its last whole line", async () => {
  using made = await session();
  const file = join(made.at.sessions, made.sessionId, "transcript.jsonl");
  const whole = readFileSync(file, "utf8");
  appendFileSync(file, '{"type":"half');
  expect(await made.exported()).toBe(whole);
});

test("claude: messages in order, each with its parent; twice the same bytes", async () => {
  using made = await session();
  const text = await made.exported("--format", "claude");
  const lines = linesOf(text);
  expect(lines.map(({ type }) => type)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(lines[1].message.content[1]).toMatchObject({ type: "tool_use", name: "Read" });
  expect(lines[2].message.content[0]).toMatchObject({ type: "tool_result", is_error: false });
  lines.forEach((line, index) => {
    expect(line.sessionId).toBe(made.sessionId);
    expect(line.parentUuid).toBe(index === 0 ? null : lines[index - 1].uuid);
  });
  expect(new Set(lines.map(({ uuid }) => uuid)).size).toBe(4);
  expect(await made.exported("--format", "claude")).toBe(text);
});

test("codex: what the session is, then its items", async () => {
  using made = await session();
  const lines = linesOf(await made.exported("--format", "codex"));
  expect(lines.map(({ type, payload }) => `${type}/${payload.type ?? payload.id}`)).toEqual([
    `session_meta/${made.sessionId}`,
    "response_item/message",
    "response_item/message",
    "response_item/function_call",
    "response_item/function_call_output",
    "response_item/message",
  ]);
});

test("markdown: what was said is fenced, and cannot end its fence", async () => {
  using made = await session();
  const page = await made.exported("--format", "markdown");
  expect(page).toStartWith(`# Session \`${made.sessionId}\``);
  expect(page).toContain("### User\n\n```text\nLook at a.md\n```");
  expect(page).toContain("### Result of `read`\n\n````text\n");
  let fence = "";
  for (const line of page.split("\n")) {
    const ticks = /^(`{3,})(text)?$/u.exec(line);
    if (fence === "" && ticks?.[2] !== undefined) fence = ticks[1] ?? "";
    else if (line === fence) fence = "";
    else if (fence === "") expect(line).not.toContain("<");
  }
  expect(fence).toBe("");
});

test("a session that is not there is exit 2, an unknown format too", async () => {
  using made = await session();
  expect((await made.at.run(["sessions", "export", "20260101-000000-0a0b0c0d"])).exitCode).toBe(2);
  expect((await made.at.run(["sessions", "export", made.sessionId, "--format", "pdf"])).exitCode).toBe(2);
});
