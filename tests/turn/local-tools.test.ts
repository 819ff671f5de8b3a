import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TurnHost, turnHost } from "../support/turn-host.ts";

async function names(host: TurnHost, ...flags: string[]): Promise<string[]> {
  const { stdout, stderr, exitCode } = await host.run(["catalog", "--no-mcp", "--format", "names", ...flags]);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout.trim().split("\n");
}

function configure(host: TurnHost, config: string): void {
  mkdirSync(join(host.home, ".minimax"), { recursive: true });
  writeFileSync(join(host.home, ".minimax/config.yaml"), config);
}

test("the conditional tools stand in the order of the specification, each only with what it stands on", async () => {
  using host = turnHost();
  configure(host, "tools: {memory: {enabled: true}, websiteDeploy: {folder: ~/sites}}");
  const order = [
    "todowrite",
    "skill",
    "memory",
    "mavis",
    "ask_user",
    "request_feature_enable",
    "website_deploy",
  ];
  const all = await names(host);
  expect(all.filter((name) => order.includes(name))).toEqual(order);
  configure(host, "beta: {mcodeTools: false}\nagents: {default: {features: {mavis: false}}}");
  const few = await names(host);
  expect(few.filter((name) => order.includes(name))).toEqual([
    "todowrite",
    "ask_user",
    "request_feature_enable",
  ]);
});

test.each([
  ["skill", "beta: {mcodeTools: false}", "--trust-project"],
  ["memory", "", "tools.memory.enabled: true"],
  ["mavis", "agents: {default: {features: {mavis: false}}}", "agents.default.features.mavis: true"],
  ["website_deploy", "", "tools.websiteDeploy: {folder: …} or {url: …}"],
])("explain %s says what turns it on", async (tool, config, way) => {
  using host = turnHost();
  configure(host, config);
  const { stdout, exitCode } = await host.run(["catalog", "explain", tool, "--no-mcp"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`${tool}: dropped`);
  expect(stdout).toContain(way);
});

test("skills of the workspace come with --trust-project, and an agent is offered only those it names", async () => {
  using host = turnHost({
    ".claude/skills/deploy/SKILL.md": "---\ndescription: Deploys\n---\nDo it.\n",
    "one.md": "---\nname: one\nskills: deploy\n---\nOne.\n",
    "none.md": "---\nname: none\nskills: []\n---\nNone.\n",
  });
  const described = async (...flags: string[]) => {
    const { stdout } = await host.run(["catalog", "--no-mcp", "--format", "json", ...flags]);
    const tools = JSON.parse(stdout).tools as { name: string; description: string }[];
    return tools.find(({ name }) => name === "skill")?.description;
  };
  expect(await described()).not.toContain("deploy");
  expect(await described("--trust-project")).toContain("- deploy: Deploys\n- mcode-tools-master");
  expect(await described("--trust-project", "--agent", "one.md")).toEndWith("\n- deploy: Deploys");
  expect(await described("--trust-project", "--agent", "none.md")).toBeUndefined();
});

test("the files of a skill are readable outside the workspace, also in mode read-only", async () => {
  using host = turnHost();
  const folder = join(host.home, ".minimax/skills/review");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), "See list.md.\n");
  writeFileSync(join(folder, "list.md"), "the list\n");
  writeFileSync(join(host.home, ".minimax/other.md"), "other\n");
  const read = (path: string) =>
    host.run(["call", "read", "--args", JSON.stringify({ path }), "--permission", "read-only"]);
  expect((await read(join(folder, "list.md"))).stdout).toContain("the list");
  expect((await read(join(host.home, ".minimax/other.md"))).exitCode).toBe(1);
});

test("in mode read-only memory is read but not changed", async () => {
  using host = turnHost();
  configure(host, "tools: {memory: {enabled: true}}");
  const call = (args: object, mode: string) =>
    host.run(["call", "memory", "--args", JSON.stringify(args), "--permission", mode]);
  await call({ target: "user", operation: "append", content: "Likes tea." }, "full");
  expect((await call({ target: "user", operation: "read" }, "read-only")).stdout).toBe("Likes tea.\n");
  const refused = await call({ target: "user", operation: "append", content: "x" }, "read-only");
  expect(refused.exitCode).toBe(1);
  expect(readFileSync(join(host.home, ".minimax/memory/user.md"), "utf8")).toBe("Likes tea.\n");
});

const ASK = `steps:
  - calls:
      - {tool: ask_user, args: {steps: [{question: Which?, options: [{label: One}, {label: Two}]}]}}
  - say: never said in this turn
`;

test("a turn that asks without a terminal ends with exit 4, its questions in the transcript", async () => {
  using host = turnHost({ "ask.yaml": ASK });
  const { stdout, exitCode } = await host.run(["run-turn", "--script", "ask.yaml", "--format", "json"]);
  expect(exitCode).toBe(4);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ stopReason: "waiting_for_user", text: "" });
  const [session = ""] = readdirSync(host.sessions);
  const transcript = readFileSync(join(host.sessions, session, "transcript.jsonl"), "utf8");
  expect(transcript).toContain('"waiting_for_user":true');
  expect(transcript).toContain('"label":"Two"');
});

test("as text, a person is shown what is asked and how to answer; the answer goes on", async () => {
  using host = turnHost({ "ask.yaml": ASK, "on.yaml": "steps: [{say: Thanks.}]\n" });
  const asked = await host.run(["run-turn", "--script", "ask.yaml"]);
  const [session = ""] = readdirSync(host.sessions);
  expect(asked.stdout).toBe("");
  expect(asked.stderr).toEndWith(
    `The turn waits for your answer:\n1. Which?\n   1 One\n   2 Two\nGo on with: turnkit run-turn --resume ${session} --answer …\n`,
  );
  const answered = await host.run([
    "run-turn",
    "--resume",
    session,
    "--answer",
    "two",
    "--script",
    "on.yaml",
  ]);
  expect(answered).toMatchObject({ stdout: "Thanks.\n", exitCode: 0 });
  const transcript = readFileSync(join(host.sessions, session, "transcript.jsonl"), "utf8");
  expect(transcript).toContain('The user answered:\\n1. Which?\\n   \\"Two\\"');
});

test("a data dir that cannot hold skills, or holds broken ones, costs a warning, not the turn", async () => {
  using host = turnHost();
  mkdirSync(join(host.home, ".minimax/skills/broken"), { recursive: true });
  writeFileSync(join(host.home, ".minimax/skills/broken/SKILL.md"), "---\nname: [\n---\n");
  const { stderr, exitCode } = await host.run(["catalog", "--no-mcp"]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain("broken/SKILL.md");
  rmSync(join(host.home, ".minimax/skills"), { recursive: true });
  writeFileSync(join(host.home, ".minimax/skills"), "a file");
  expect((await host.run(["catalog", "--no-mcp"])).exitCode).toBe(0);
});
