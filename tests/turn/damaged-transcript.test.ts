import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TurnHost, turnHost } from "../support/turn-host.ts";

const SCRIPT = "steps:\n  - {say: one, calls: [{tool: read, args: {path: turn.yaml}}]}\n  - say: two\n";
const TURN = ["run-turn", "--script", "turn.yaml", "--no-mcp"];

/** A session of one turn: its id, its transcript. */
async function session(): Promise<{ at: TurnHost; id: string; file: string; good: string }> {
  const at = turnHost({ "turn.yaml": SCRIPT });
  await at.run(TURN);
  const [id = ""] = readdirSync(at.sessions);
  const file = join(at.sessions, id, "transcript.jsonl");
  return { at, id, file, good: readFileSync(file, "utf8") };
}

const message = (value: unknown) => JSON.stringify({ type: "message", step: 0, message: value });
const timestamp = 1;
const DAMAGED = [
  "null",
  "[]",
  "{",
  '{"type":"message"}',
  '{"type":"session","workspace":5}',
  '{"type":"call","id":1,"tool":"read"}',
  '{"type":"result"}',
  '{"type":"result","id":"x","tool":"read","at":"2026-01-01T00:00:00Z","content":[null]}',
  '{"type":"result","id":"x","tool":"read","at":"2026-01-01T00:00:00Z","content":[{"type":"image"}]}',
  message(null),
  message({ role: "assistant", timestamp }),
  message({ role: "assistant", timestamp, content: "text" }),
  message({ role: "assistant", timestamp, content: [null] }),
  message({ role: "assistant", timestamp, content: [{ type: "toolCall" }] }),
  message({ role: "assistant", timestamp, content: [{ type: "toolCall", id: "x", name: "read" }] }),
  message({ role: "assistant", timestamp, content: [{ type: "__proto__", text: "x" }] }),
  message({ role: "assistant", content: [{ type: "text", text: "without a time" }] }),
  message({ role: "user", timestamp, content: [{ type: "text" }] }),
  message({ role: "wizard", timestamp, content: "x" }),
];

test("a session with any damaged line goes on, says so, and is shown and exported", async () => {
  const { at, id, file, good } = await session();
  using _at = at;
  for (const line of DAMAGED) {
    writeFileSync(file, `${good}${line}\n`);
    const told: unknown[] = [line];
    for (const words of [
      ["sessions", "show", id],
      ...["markdown", "claude", "codex", "json"].map((format) => [
        "sessions",
        "export",
        id,
        "--format",
        format,
      ]),
    ]) {
      const ran = await at.run(words);
      told.push(ran.exitCode, ran.stderr);
      expect(ran.stdout).toContain("two");
    }
    const resumed = await at.run([...TURN, "more", "--resume", id, "--json"]);
    const codes = JSON.parse(resumed.stdout).diagnostics.map(({ code }: { code: string }) => code);
    told.push(resumed.exitCode, codes);
    expect(told).toEqual([
      line,
      ...Array.from({ length: 5 }, () => [0, ""]).flat(),
      0,
      ["transcript_damaged"],
    ]);
  }
}, 60_000);

test("each line of a transcript may be cut in its middle", async () => {
  const { at, id, file, good } = await session();
  using _at = at;
  const lines = good.trimEnd().split("\n");
  for (const at_ of lines.keys()) {
    const cut = lines.map((line, index) => (index === at_ ? line.slice(0, line.length / 2) : line));
    writeFileSync(file, `${cut.join("\n")}\n`);
    const resumed = await at.run([...TURN, "more", "--resume", id]);
    expect(resumed.stdout).toBe("two\n");
    expect(resumed.stderr).toContain("One line of the session's transcript is damaged");
  }
});

test("what a kill left of the last line is not told of", async () => {
  const { at, id, file, good } = await session();
  using _at = at;
  writeFileSync(file, `${good}{"type":"mess`);
  expect((await at.run([...TURN, "more", "--resume", id])).stderr).not.toContain("damaged");
});

test.each(["a folder", "a pipe"])("%s where the transcript belongs is one clear line", async (what) => {
  const { at, id, file } = await session();
  using _at = at;
  rmSync(file);
  if (what === "a folder") mkdirSync(file);
  else Bun.spawnSync(["mkfifo", file]);
  const resumed = await at.run([...TURN, "more", "--resume", id]);
  expect(resumed.stderr).toBe(
    `error: Cannot read the session's transcript: it is no regular file (${file})\n`,
  );
  expect(resumed.exitCode).toBe(1);
  expect((await at.run(["sessions", "show", id])).exitCode).toBe(1);
  expect((await at.run(["sessions", "list"])).stdout).toContain(id);
});
