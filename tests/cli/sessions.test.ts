import { describe, expect, test } from "bun:test";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../../src/config/owner.ts";
import { SecretMask } from "../../src/output/secrets.ts";
import { removeSession } from "../../src/turn/session/remove-sessions.ts";
import { createSession, type Session } from "../../src/turn/session/session.ts";
import { lockOf } from "../../src/turn/session/stored-sessions.ts";
import { Transcript } from "../../src/turn/session/transcript.ts";
import { runCli, testHost } from "../support/cli.ts";
import { SOURCE_COMMAND } from "../support/source.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const DAY = 86_400;
const USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

function sessions(home: Workspace, ...args: string[]) {
  return runCli(
    ["sessions", ...args, "--data-dir", home.path],
    testHost({ cwd: home.path, home: home.path }),
  );
}

const folderOf = (home: Workspace) => join(home.path, "turnkit", "sessions");

interface Made {
  readonly prompt?: string;
  readonly stopReason?: "stop" | "waiting_for_user";
  readonly daysOld?: number;
  readonly outputBytes?: number;
}

/** A session as turns write it. */
async function makeSession(home: Workspace, made: Made = {}): Promise<Session> {
  const session = await createSession(folderOf(home), Date.now());
  const transcript = new Transcript(session.transcript, {
    mask: new SecretMask(),
    now: Date.now,
    report: ({ message }) => {
      throw new Error(message);
    },
  });
  const turnId = "turn-1";
  transcript.append({
    type: "session",
    schemaVersion: 1,
    sessionId: session.id,
    workspace: "/work",
    version: "1",
  });
  const content = made.prompt ?? "Look around";
  transcript.append({ type: "message", turnId, step: 0, message: { role: "user", content, timestamp: 0 } });
  transcript.append({ type: "call", turnId, step: 0, id: "c1", tool: "glob", args: { pattern: "*.md" } });
  transcript.append({
    type: "result",
    turnId,
    id: "c1",
    step: 0,
    tool: "glob",
    args: {},
    isError: false,
    durationMs: 1,
    details: {},
    gates: [],
    content: [{ type: "text", text: "1.md\n2.md\n3.md\n4.md\n5.md\n6.md\n\u001b[31m7.md" }],
  });
  if (made.stopReason !== undefined)
    transcript.append({ type: "turn_end", turnId, stopReason: made.stopReason, usage: USAGE });
  transcript.close();
  if (made.outputBytes !== undefined) {
    mkdirSync(join(session.folder, "reports", "tool-outputs"), { recursive: true });
    writeFileSync(join(session.folder, "reports", "tool-outputs", "o.txt"), Buffer.alloc(made.outputBytes));
  }
  const at = Date.now() / 1000 - (made.daysOld ?? 0) * DAY;
  utimesSync(session.transcript, at, at);
  return session;
}

describe("turnkit sessions list", () => {
  test("says when there are none", async () => {
    using home = workspace();
    expect((await sessions(home, "list")).stdout).toBe(`No sessions (${folderOf(home)})\n`);
    expect(JSON.parse((await sessions(home, "list", "--json")).stdout)).toEqual({
      schemaVersion: 1,
      sessions: [],
    });
  });

  test("shows how each ended, its size and its first prompt, the last changed first", async () => {
    using home = workspace();
    const old = await makeSession(home, {
      stopReason: "stop",
      daysOld: 3,
      prompt: "First\u202e thing\nto do",
    });
    const cut = await makeSession(home, { daysOld: 1, outputBytes: 5000 });
    const document = JSON.parse((await sessions(home, "list", "--json")).stdout);
    expect(document.sessions.map((one: { id: string; status: string }) => [one.id, one.status])).toEqual([
      [cut.id, "interrupted"],
      [old.id, "stop"],
    ]);
    expect(document.sessions[0].bytes).toBeGreaterThan(5000);
    expect(document.sessions[1]).toMatchObject({ workspace: "/work", prompt: "First\u202e thing\nto do" });
    const { stdout } = await sessions(home);
    expect(stdout).toContain("First\\u202e thing\\nto do");
  });

  test("passes over what is no session: other names, files, links", async () => {
    using home = workspace();
    const session = await makeSession(home, { stopReason: "stop" });
    mkdirSync(join(folderOf(home), "UPPER_CASE"));
    writeFileSync(join(folderOf(home), "a-file-here"), "");
    symlinkSync(session.folder, join(folderOf(home), "a-link-to-it"));
    const { stdout } = await sessions(home, "list", "--json");
    expect(JSON.parse(stdout).sessions.map((one: { id: string }) => one.id)).toEqual([session.id]);
  });

  test("survives a transcript that was cut in a line, and one that is no transcript", async () => {
    using home = workspace();
    const session = await makeSession(home, { stopReason: "stop" });
    writeFileSync(session.transcript, '{"type":"turn_end","stopReason":"stop"}\n{"type":"mess', {
      flag: "a",
    });
    const other = await makeSession(home);
    writeFileSync(other.transcript, "\u0000garbage");
    const { stdout } = await sessions(home, "list", "--json");
    const byId = new Map(
      JSON.parse(stdout).sessions.map((one: { id: string; status: string }) => [one.id, one.status]),
    );
    expect(byId.get(session.id)).toBe("stop");
    expect(byId.get(other.id)).toBe("interrupted");
  });
});

describe("a lock that says nothing", () => {
  test.each([
    ["a folder", (path: string) => mkdirSync(path)],
    ["a named pipe", (path: string) => execFileSync("mkfifo", [path])],
    ["a link to nowhere", (path: string) => symlinkSync("nowhere", path)],
    ["no record", (path: string) => writeFileSync(path, "junk")],
  ])("(%s) counts as held: the other sessions are listed, this one is never removed", async (_, make) => {
    using home = workspace();
    const held = await makeSession(home, { daysOld: 60 });
    const other = await makeSession(home, { daysOld: 60 });
    make(lockOf(held));
    const { stdout } = await sessions(home, "list");
    expect(stdout).toContain(other.id);
    expect(stdout).toMatch(new RegExp(`${held.id} +running`));
    expect(await removeSession(held, "linux")).toBe(false);
    await sessions(home, "gc");
    expect(readdirSync(folderOf(home))).toEqual([held.id]);
  });
});

describe("turnkit sessions show", () => {
  test("prints the conversation, results shortened and made harmless", async () => {
    using home = workspace();
    const { id } = await makeSession(home, { stopReason: "stop", prompt: "Look\naround" });
    expect((await sessions(home, "show", id)).stdout).toBe(
      [
        "> Look",
        "> around",
        '  call glob {"pattern":"*.md"}',
        "  result: 1.md",
        ...[2, 3, 4, 5].map((n) => `          ${n}.md`),
        "          (2 more lines)",
        "  (turn ended: stop)",
        "",
      ].join("\n"),
    );
  });

  test("with --json gives every line of the transcript", async () => {
    using home = workspace();
    const { id } = await makeSession(home, { stopReason: "stop" });
    const document = JSON.parse((await sessions(home, "show", id, "--json")).stdout);
    expect(document.session).toMatchObject({ id, status: "stop" });
    expect(document.entries.map((entry: { type: string }) => entry.type)).toEqual([
      "session",
      "message",
      "call",
      "result",
      "turn_end",
    ]);
  });

  test.each(["../../etc", "nope", "20260101-000000-00000000"])(
    "of %j is exit 2, with what comes nearest",
    async (id) => {
      using home = workspace();
      await makeSession(home);
      const { stdout, stderr, exitCode } = await sessions(home, "show", id);
      expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
      expect(stderr).toStartWith(`error: There is no session "${id}"\nhint: `);
    },
  );
});

describe("turnkit sessions gc", () => {
  test("removes what has not changed for 30 days, and tells it", async () => {
    using home = workspace();
    const old = await makeSession(home, { stopReason: "stop", daysOld: 31 });
    const young = await makeSession(home, { stopReason: "stop", daysOld: 29 });
    const { stdout } = await sessions(home, "gc");
    expect(stdout).toMatch(new RegExp(`^removed ${old.id} \\(.*, old\\)\\nfreed .*: 1 session; 1 kept\\n$`));
    expect(readdirSync(folderOf(home))).toEqual([young.id]);
  });

  test("with --max-size removes the oldest until the rest fits", async () => {
    using home = workspace();
    const made: Session[] = [];
    for (const daysOld of [4, 3, 2])
      made.push(await makeSession(home, { stopReason: "stop", daysOld, outputBytes: 100_000 }));
    const { stdout } = await sessions(home, "gc", "--max-size", "150k", "--json");
    const { removed, kept } = JSON.parse(stdout);
    expect(removed.map((one: { id: string; reason: string }) => [one.id, one.reason])).toEqual([
      [made[0]?.id, "size"],
      [made[1]?.id, "size"],
    ]);
    expect(kept).toBe(1);
  });

  test("--dry-run removes nothing", async () => {
    using home = workspace();
    const { id } = await makeSession(home, { stopReason: "stop", daysOld: 5 });
    const { stdout } = await sessions(home, "gc", "--older-than", "1h", "--dry-run");
    expect(stdout).toStartWith(`would remove ${id} `);
    expect(readdirSync(folderOf(home))).toEqual([id]);
  });

  test("never removes a session that a living process works in, however old", async () => {
    using home = workspace();
    const session = await makeSession(home, { daysOld: 400 });
    await withLock(join(session.folder, "lock"), { platform: process.platform, waitMs: 0 }, async () => {
      const listed = JSON.parse((await sessions(home, "list", "--json")).stdout);
      expect(listed.sessions[0].status).toBe("running");
      expect((await sessions(home, "gc", "--older-than", "0d", "--max-size", "0")).stdout).toEndWith(
        ": 0 sessions; 1 kept\n",
      );
      expect(existsSync(session.transcript)).toBe(true);
    });
    expect((await sessions(home, "gc", "--older-than", "0d")).stdout).toContain(`removed ${session.id}`);
    expect(readdirSync(folderOf(home))).toEqual([]);
  });

  test("removes one whose process was killed", async () => {
    using home = workspace();
    const session = await makeSession(home, { daysOld: 40 });
    writeFileSync(join(session.folder, "lock"), `${JSON.stringify({ pid: 2 ** 22 + 1, started: "1" })}\n`);
    expect((await sessions(home, "gc")).stdout).toContain(`removed ${session.id}`);
  });

  test("leaves one that was made this very moment, and follows no link out of the folder", async () => {
    using home = workspace();
    using outside = workspace({ "keep.txt": "kept" });
    const fresh = await createSession(folderOf(home), Date.now());
    const old = await makeSession(home, { stopReason: "stop", daysOld: 50 });
    symlinkSync(outside.path, join(old.folder, "link"));
    await sessions(home, "gc", "--older-than", "0d");
    expect(readdirSync(folderOf(home))).toEqual([fresh.id]);
    expect(existsSync(join(outside.path, "keep.txt"))).toBe(true);
  });

  test("goes on after one that cannot go, says which, and counts only what went", async () => {
    using home = workspace();
    const made = [await makeSession(home, { daysOld: 60 }), await makeSession(home, { daysOld: 50 })];
    // Without a byte to write no lock can be had.
    const command = [...SOURCE_COMMAND, "sessions", "gc", "--data-dir", home.path].join("' '");
    const { stdout, stderr, status } = spawnSync("bash", ["-c", `ulimit -f 0; '${command}'`], {
      encoding: "utf8",
    });
    for (const { id } of made) expect(stderr).toContain(`error: Cannot remove all of "${id}": `);
    expect(stdout).toBe("freed 0 B: 0 sessions; 2 kept\n");
    expect(status).toBe(1);
  }, 60_000);

  test("removes what an earlier run was killed over, and only that", async () => {
    using home = workspace();
    const session = await makeSession(home, { stopReason: "stop" });
    mkdirSync(join(folderOf(home), ".removed-aaaaaaaa-1", "reports"), { recursive: true });
    mkdirSync(join(folderOf(home), ".removed-not an id"));
    await sessions(home, "gc", "--dry-run");
    expect(readdirSync(folderOf(home))).toContain(".removed-aaaaaaaa-1");
    await sessions(home, "gc");
    expect(readdirSync(folderOf(home)).sort()).toEqual([".removed-not an id", session.id]);
  });

  test.each([
    [["--older-than", "5"], '"5" is no age'],
    [["--older-than", "-1d"], "-1d"],
    [["--max-size", "lots"], '"lots" is no size'],
  ])("refuses %j with exit 2", async (args, message) => {
    using home = workspace();
    const { stderr, exitCode } = await sessions(home, "gc", ...args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});
