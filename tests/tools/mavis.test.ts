import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { loadAgents } from "../../src/config/agents.ts";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import { loadMcpServers } from "../../src/config/mcp-servers.ts";
import { createMavisTool } from "../../src/tools/mavis/tool.ts";
import { VERBS } from "../../src/tools/mavis/verb-names.ts";
import { takeInbox } from "../../src/turn/session/inbox.ts";
import { sessionStore } from "../../src/turn/session/session-store.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

const OWN = "20260101-000000-aaaaaaaa";

function mavisIn(path: string) {
  const host = { env: {}, cwd: path, home: path };
  const dataDir = resolveDataDir(host, join(path, "data"));
  const stores = { dataDir, sessions: sessionStore(dataDir.sessions, process.platform) };
  const tool = createMavisTool(stores, testServices(path));
  const call = (command: string, args?: unknown) =>
    callTool(path, tool, args === undefined ? { command } : { command, args }, { sessionId: OWN });
  return { host, dataDir, tool, call };
}

test("the definition lists the verbs, and says that there is no scheduler", () => {
  using place = workspace();
  const { description } = mavisIn(place.path).tool.def;
  for (const name of Object.keys(VERBS)) expect(description).toContain(`- ${name}`);
  expect(description).toContain("no scheduler");
  expect(Object.keys(VERBS).some((name) => name.startsWith("cron"))).toBe(false);
});

test("an agent is created, found by the agents of the data dir, changed and deleted", async () => {
  using place = workspace();
  const { dataDir, call } = mavisIn(place.path);
  expect((await call("agent list")).text).toBe("There are no agents.");
  const created = await call("agent create", {
    name: "reviewer",
    description: 'Reviews: "all"',
    tools: ["read", "grep*"],
    instructions: "Look closely.\n---\nTwice.",
  });
  expect(created.isError).toBeUndefined();
  const [agent] = (await loadAgents(dataDir)).agents;
  expect(agent).toMatchObject({
    name: "reviewer",
    description: 'Reviews: "all"',
    tools: ["read", "grep*"],
    instructions: "Look closely.\n---\nTwice.",
  });
  expect(statSync(join(dataDir.agents, "reviewer.md")).mode & 0o777).toBe(0o600);
  expect((await call("agent list")).text).toBe('- reviewer: Reviews: "all"');
  await call("agent update", { name: "reviewer", model: "m", tools: [] });
  const [changed] = (await loadAgents(dataDir)).agents;
  expect(changed).toMatchObject({
    model: "m",
    tools: [],
    description: 'Reviews: "all"',
    instructions: agent?.instructions,
  });
  expect((await call("agent get", { name: "reviewer" })).text).toContain("Look closely.");
  await call("agent delete", { name: "reviewer" });
  expect(readdirSync(dataDir.agents)).toEqual([]);
});

test("changing an agent keeps comments, other keys and the body of its file", async () => {
  const file = "---\n# mine\nname: a\ncolor: blue # theirs\ntools: read, grep\n---\n\nBody  \n\n";
  using place = workspace({ "data/agents/a.md": file });
  const { dataDir, call } = mavisIn(place.path);
  await call("agent update", { name: "a", description: "New" });
  const text = readFileSync(join(dataDir.agents, "a.md"), "utf8");
  expect(text).toContain("# mine\n");
  expect(text).toContain("color: blue # theirs\n");
  expect(text).toContain("description: New\n");
  expect(text).toEndWith("---\n\nBody  \n\n");
  await call("agent update", { name: "a", instructions: "---\nnot a head" });
  expect((await loadAgents(dataDir)).agents[0]).toMatchObject({ name: "a", instructions: "---\nnot a head" });
});

test("deleting an agent that is a folder leaves what else is in it", async () => {
  using place = workspace({
    "data/agents/b/agent.md": "B",
    "data/agents/b/notes.md": "kept",
    "data/agents/c/agent.md": "C",
  });
  const { dataDir, call } = mavisIn(place.path);
  await call("agent delete", { name: "b" });
  await call("agent delete", { name: "c" });
  expect(readdirSync(dataDir.agents)).toEqual(["b"]);
  expect(readdirSync(join(dataDir.agents, "b"))).toEqual(["notes.md"]);
});

test.each([
  ["agent create", { name: "../evil", instructions: "x" }, "bad_name"],
  ["agent create", { name: "con", instructions: "x" }, "bad_name"],
  ["agent create", { name: "there", instructions: "x" }, "exists"],
  ["agent create", { name: "folder", instructions: "x" }, "exists"],
  ["agent create", { name: "new" }, "bad_arguments"],
  ["agent create", { name: "new", instructions: "x", color: "red" }, "bad_arguments"],
  ["agent update", { name: "there" }, "nothing_to_change"],
  ["agent update", { name: "thre", model: "x" }, "unknown"],
  ["agent get", { name: "../there" }, "unknown"],
  ["agent delete", { name: "broken" }, "unusable"],
])("%s %j: %s, and no agent changes", async (command, args, code) => {
  using place = workspace({
    "data/agents/there.md": "I am.",
    "data/agents/broken.md": "---\nname: [\n---\n",
  });
  const { dataDir, call } = mavisIn(place.path);
  mkdirSync(join(dataDir.agents, "folder"));
  const result = await call(command, args);
  expect(result).toMatchObject({ isError: true, details: { error: code } });
  expect(readdirSync(dataDir.agents).sort()).toEqual(["broken.md", "folder", "there.md"]);
  expect(readFileSync(join(dataDir.agents, "there.md"), "utf8")).toBe("I am.");
  expect(readdirSync(place.path)).toEqual(["data"]);
});

test("a server is added, shown without the values of its secrets, changed and removed; the rest of the file stays", async () => {
  const before = '{\n\t"theirs": 1,\n\t"mcpServers": {\n\t\t"a": {"command": "x"}\n\t}\n}\n';
  using place = workspace({ "data/mcp.json": before });
  const { host, dataDir, call } = mavisIn(place.path);
  const created = await call("mcp create", {
    name: "github",
    command: "npx",
    args: ["server"],
    env: { GITHUB_TOKEN: "ghp_secret", OTHER_TOKEN: `\${OTHER:-none}` },
  });
  expect(created.text).toContain("value of GITHUB_TOKEN now stands in the file");
  expect(created.text).not.toContain("OTHER_TOKEN");
  const { servers } = await loadMcpServers({ ...host, platform: process.platform } as never, {
    dataDir,
    workspace: place.path,
  });
  expect(servers.map(({ name }) => name)).toEqual(["a", "github"]);
  const shown = await call("mcp get", { name: "github" });
  expect(shown.text).toContain('"GITHUB_TOKEN"');
  expect(shown.text).not.toContain("ghp_secret");
  expect(JSON.stringify(shown.details)).not.toContain("ghp_secret");
  await call("mcp update", { name: "github", disabled: true, timeoutMs: 5000 });
  expect((await call("mcp list")).text).toBe("- a: x\n- github: npx server (disabled)");
  await call("mcp delete", { name: "github" });
  expect(readFileSync(dataDir.mcpFile, "utf8")).toBe(before);
});

test.each([
  ["mcp create", { name: "a", command: "y" }, "exists"],
  ["mcp create", { name: "b" }, "bad_arguments"],
  ["mcp create", { name: "b", command: "y", url: "https://x" }, "bad_arguments"],
  ["mcp create", { name: "b", url: "file:///etc/passwd" }, "bad_arguments"],
  ["mcp create", { name: "b", url: "nowhere" }, "bad_arguments"],
  ["mcp create", { name: "b/c", command: "y" }, "bad_arguments"],
  ["mcp create", { name: "b", command: " " }, "bad_arguments"],
  ["mcp create", { name: "b", command: "y", env: { "A=": "1" } }, "bad_arguments"],
  ["mcp create", { name: "b", command: "y", trustAnnotations: true }, "bad_arguments"],
  ["mcp update", { name: "a", url: "https://x" }, "bad_arguments"],
  ["mcp update", { name: "b", command: "y" }, "unknown"],
  ["mcp update", { name: "a" }, "nothing_to_change"],
  ["mcp delete", { name: "b" }, "unknown"],
  ["mcp get", { name: "b" }, "unknown"],
])("%s %j: %s, and the file stays as it is", async (command, args, code) => {
  const before = '{"mcpServers": {"a": {"command": "x"}}}';
  using place = workspace({ "data/mcp.json": before });
  const { dataDir, call } = mavisIn(place.path);
  expect(await call(command, args)).toMatchObject({ isError: true, details: { error: code } });
  expect(readFileSync(dataDir.mcpFile, "utf8")).toBe(before);
});

const SESSION = "20260102-030405-0123abcd";
const line = (value: object) => `${JSON.stringify({ at: "2026-01-02T03:04:05.000Z", ...value })}\n`;
const TRANSCRIPT = [
  line({ type: "session", schemaVersion: 1, sessionId: SESSION, workspace: "/home/me/project" }),
  line({
    type: "message",
    message: { role: "user", content: [{ type: "text", text: "Fix the \u202e test" }], timestamp: 1 },
  }),
  line({
    type: "message",
    message: { role: "assistant", content: [{ type: "text", text: "Done." }], timestamp: 2 },
  }),
  line({ type: "turn_end", stopReason: "stop" }),
].join("");

test("sessions are listed and shown with what was said", async () => {
  using place = workspace({ [`data/turnkit/sessions/${SESSION}/transcript.jsonl`]: TRANSCRIPT });
  const { call } = mavisIn(place.path);
  const list = await call("session list");
  expect(list.text).toContain(`- ${SESSION} (stop, `);
  expect(list.text).toContain("Fix the \\u202e test");
  const shown = await call("session get", { id: SESSION, messages: 1 });
  expect(shown.text).toContain("in /home/me/project\n(the last 1 of 2 messages)\nassistant: Done.");
  expect(await call("session get", { id: "../../x" })).toMatchObject({
    isError: true,
    details: { error: "unknown" },
  });
  expect((await call("session get", { id: SESSION.replace("abcd", "abdc") })).text).toContain(
    `Nearest: ${SESSION}`,
  );
});

test("a message waits in the session's folder until its next turn takes it", async () => {
  using place = workspace({ [`data/turnkit/sessions/${SESSION}/transcript.jsonl`]: TRANSCRIPT });
  const { dataDir, call } = mavisIn(place.path);
  await Promise.all(["one\ntwo", "three"].map((message) => call("session send", { id: SESSION, message })));
  const folder = join(dataDir.sessions, SESSION);
  expect(statSync(join(folder, "inbox.jsonl")).mode & 0o777).toBe(0o600);
  const taken = await takeInbox(folder, process.platform);
  expect(taken.map(({ from, text }) => [from, text]).sort()).toEqual([
    [OWN, "one\ntwo"],
    [OWN, "three"],
  ]);
  expect(await takeInbox(folder, process.platform)).toEqual([]);
  expect(readdirSync(folder)).toEqual(["transcript.jsonl"]);
  expect(await call("session send", { id: OWN, message: "x" })).toMatchObject({
    details: { error: "own_session" },
  });
  expect(await call("session send", { id: "12345678", message: "x" })).toMatchObject({
    details: { error: "unknown" },
  });
  expect(existsSync(join(dataDir.sessions, "12345678"))).toBe(false);
});

test.each([
  ["cron create", "no_scheduler", "no scheduler"],
  ["agent lst", "unknown_command", "Nearest: agent list"],
  ["rocket launch", "unknown_command", "There are: agent list"],
  ["agent", "unknown_command", "agent"],
  ["agent get reviewer", "arguments_behind", '{"command": "agent get"'],
  ["agent get", "bad_arguments", "args/name"],
])("%s: %s", async (command, code, said) => {
  using place = workspace();
  const result = await mavisIn(place.path).call(command);
  expect(result).toMatchObject({ isError: true, details: { error: code } });
  expect(result.text).toContain(said);
});

test("args that come as a text are read as the object they hold", async () => {
  using place = workspace({ "data/agents/a.md": "I am." });
  const result = await mavisIn(place.path).call("Agent  Get", '{"name":"a"}');
  expect(result.text).toBe("I am.");
});

test("whatever the arguments, the answer is a result, and only the stores change", async () => {
  using place = workspace({ "data/agents/a.md": "A", "data/mcp.json": "{}", outside: "kept" });
  const { call } = mavisIn(place.path);
  const value = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a", "../outside"), fc.anything());
  const keys = ["name", "id", "message", "instructions", "tools", "command", "url", "env", "limit"];
  const args = fc.dictionary(fc.constantFrom(...keys), value);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(VERBS)), args, async (command, given) => {
      expect(typeof (await call(command, given)).text).toBe("string");
    }),
    { numRuns: 1_000 },
  );
  expect(readFileSync(join(place.path, "outside"), "utf8")).toBe("kept");
  expect(readdirSync(place.path).sort()).toEqual(["data", "outside"]);
});
