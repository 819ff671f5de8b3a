import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { chooseAgent, loadAgents } from "../../src/config/agents.ts";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import { diagnosticLines, faultLines, faultOf, placeIn } from "../support/config.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const ROLES = ["mavis", "explore", "worker", "verifier"] as const;

function choose(space: Workspace, text: string) {
  const host = placeIn(space);
  return chooseAgent(text, { dataDir: resolveDataDir(host, "data"), host, roles: ROLES });
}

async function custom(space: Workspace, text: string) {
  const choice = await choose(space, text);
  if (choice.kind !== "custom") throw new Error(`${text} is the role ${choice.role}`);
  return choice.agent;
}

const agentText = (head: string, body = "Be brief.") => `---\n${head}\n---\n${body}\n`;

test("an agent file is read whole: lists, comma texts, and the instructions behind the head", async () => {
  using space = workspace({
    "data/agents/reviewer.md": agentText(
      "name: code-reviewer\ndescription: Reads\nmodel: minimax/M2\ntools: read, grep ,glob\ndisallowedTools: [bash]\nmcpServers: []\nskills: [one]",
      "# Review\n\n---\nBe brief.",
    ),
  });
  const agent = await custom(space, "code-reviewer");
  expect(agent).toMatchObject({
    name: "code-reviewer",
    description: "Reads",
    model: "minimax/M2",
    tools: ["read", "grep", "glob"],
    disallowedTools: ["bash"],
    mcpServers: [],
    skills: ["one"],
    instructions: "# Review\n\n---\nBe brief.",
  });
});

test("what a file omits stays undefined, and its name is the file's or the folder's", async () => {
  using space = workspace({
    "data/agents/plain.md": "Just text.\n",
    "data/agents/folder/agent.md": agentText("description: x"),
    "data/agents/empty/notes.md": "",
    "data/agents/.hidden.md": "",
  });
  const { agents, broken } = await loadAgents(resolveDataDir(placeIn(space), "data"));
  expect(agents.map(({ name }) => name)).toEqual(["folder", "plain"]);
  expect(broken).toEqual([]);
  expect(agents[1]).toMatchObject({ instructions: "Just text.", tools: undefined, skills: undefined });
});

test("a role's name is the role, agent:NAME the custom agent of that name", async () => {
  using space = workspace({ "data/agents/explore.md": agentText("tools: [read]") });
  expect(await choose(space, "explore")).toEqual({ kind: "role", role: "explore" });
  expect(await custom(space, "agent:explore")).toMatchObject({ name: "explore", tools: ["read"] });
});

test("a path or a name that ends in .md is a file", async () => {
  using space = workspace({ "mine.md": agentText("tools: [read]"), "sub/other": "Text" });
  expect(await custom(space, "mine.md")).toMatchObject({ name: "mine", file: "mine.md" });
  expect(await custom(space, "sub/other")).toMatchObject({ name: "other" });
  const fault = await faultOf(() => choose(space, "gone.md"));
  expect([fault.exit, fault.where]).toEqual([2, "gone.md"]);
});

test("names are looked up among what is there: a name never becomes a path", async () => {
  using space = workspace({ "data/agents/a.md": "A", "data/secret.md": agentText("tools: [bash]") });
  symlinkSync(join(space.path, "data/secret.md"), join(space.path, "data/agents/linked.md"));
  const fault = await faultOf(() => choose(space, "agent:../secret"));
  expect(fault.exit).toBe(2);
  expect((await custom(space, "linked")).tools).toEqual(["bash"]);
});

test("an unknown agent gets the nearest names, roles included", async () => {
  using space = workspace({ "data/agents/reviewer.md": "x" });
  const fault = await faultOf(() => choose(space, "reviewr"));
  expect([fault.code, fault.exit, fault.message]).toEqual([
    "agent_unknown",
    2,
    'There is no agent "reviewr"',
  ]);
  expect(fault.hint).toBe('Did you mean "reviewer"?');
  expect((await faultOf(() => choose(space, "exploer"))).hint).toBe('Did you mean "explore"?');
});

test("two files that give one name are told apart by their paths only", async () => {
  using space = workspace({ "data/agents/a.md": "A", "data/agents/a/agent.md": "B" });
  const fault = await faultOf(() => choose(space, "a"));
  expect(fault.exit).toBe(2);
  expect(fault.message).toMatch(/agents\/a\/agent\.md and .*agents\/a\.md both/);
});

const BROKEN: readonly { name: string; text: string; told: string[] }[] = [
  {
    name: "broken YAML",
    text: agentText("name: x\ntools: [read"),
    told: [
      "3:13 Cannot read the agent file: Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
  },
  {
    name: "a head without an end",
    text: "---\nname: x\n",
    told: ["1:1 Cannot read the agent file: this front matter has no end, which is a line of ---"],
  },
  {
    name: "a head that starts too late",
    text: "\n---\ntools: [read]\n---\n",
    told: ["2:1 Cannot read the agent file: its front matter must start on the first line"],
  },
  {
    name: "a head that is a list",
    text: agentText("- tools"),
    told: ["2:1 Cannot read the agent file: the front matter must be a map"],
  },
  {
    name: "every wrong value",
    text: agentText("name: 7\ntools: {read: true}\nskills: [a, 2]\nmcpServers:"),
    told: [
      "2:7 Cannot use name: expected text that is not empty, got 7",
      "3:8 Cannot use tools: expected a list of names, or names split at commas ([] for none), got a map",
      "5:12 Cannot use mcpServers: expected a list of names, or names split at commas ([] for none), got nothing",
      "4:9 Cannot use skills: expected a list of names, or names split at commas ([] for none), got a list",
    ],
  },
  {
    name: "an empty text where names belong: nobody knows whether it means all or none",
    text: agentText('tools: ""'),
    told: [
      "2:8 Cannot use tools: expected a list of names, or names split at commas ([] for none), got an empty text",
    ],
  },
  {
    name: "a slip of the pen in a key that limits",
    text: agentText("dissallowedTools: [bash]"),
    told: ['2:1 Cannot use the unknown key "dissallowedTools" in front matter'],
  },
  {
    name: "a name that hides something",
    text: agentText('name: "a\\u202eb"'),
    told: ["2:7 Cannot use name: expected 1 to 64 visible characters, got an invisible character in it"],
  },
];

for (const { name, text, told } of BROKEN) {
  test(`exit 2 and the position for an agent file with ${name}`, async () => {
    using space = workspace({ "data/agents/bad.md": text, "data/agents/good.md": "Good" });
    const fault = await faultOf(() => choose(space, "bad"));
    expect(fault.exit).toBe(2);
    expect(faultLines(fault)).toEqual(told);
    expect((await custom(space, "good")).name).toBe("good");
  });
}

test("keys of other programs are told and ignored", async () => {
  using space = workspace({ "data/agents/a.md": agentText("color: red\ntools: [read]") });
  const agent = await custom(space, "a");
  expect(diagnosticLines(agent.diagnostics)).toEqual(['2:1 Ignored the unknown key "color" in front matter']);
  expect(agent.tools).toEqual(["read"]);
});

test("line ends of Windows and a BOM change nothing", async () => {
  using space = workspace();
  space.file("data/agents/win.md", "\ufeff---\r\ntools: [read]\r\nmodel: m\r\n---\r\nText\r\n");
  expect(await custom(space, "win")).toMatchObject({ tools: ["read"], model: "m", instructions: "Text" });
});
