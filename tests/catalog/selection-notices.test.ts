import { expect, test } from "bun:test";
import type { CatalogSources } from "../../src/catalog/types.ts";
import { withNotices } from "../../src/catalog/with-notices.ts";
import { facts, sources } from "../support/catalog.ts";
import { runCli, testHost } from "../support/cli.ts";
import { oddServer } from "../support/mcp.ts";
import { workspace } from "../support/workspace.ts";

type Lists = Readonly<Record<string, readonly string[]>>;

async function told(lists: Lists, servers: CatalogSources["servers"]): Promise<readonly string[]> {
  const given = { ...sources("read", "files/list", "goal:goal_get", "extension:own"), servers };
  const { diagnostics } = await withNotices(facts({ custom: { name: "a", ...lists } }), given);
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const ALL = { known: ["files", "other"], complete: true };
const SOME = { known: ["files", "other"], complete: false };

test.each([
  ["a tool", "read", "reed", 'name "reed", and no source has such a tool. Did you mean "read"'],
  ["a known tool that is not here", "web_search", "web_serch", 'Did you mean "web_search"'],
  ["a Matrix tool", "gen_videos", "gen_vidoes", 'Did you mean "gen_videos"'],
  ["a tool of a server", "files/list", "files/lisst", 'Did you mean "files/list" or "mcp__files__list"'],
  ["its catalog name", "mcp__files__list", "mcp__files__lst", '"mcp__files__list"'],
  ["the start of names", "mcp__files__*", "mcp__filez__*", 'name "mcp__filez__*"'],
  ["an extension's tool", "own", "ovn", '"own"'],
])("an agent that names %s is told of what no source has", async (_, right, wrong, words) => {
  for (const key of ["tools", "disallowedTools"]) {
    expect(await told({ [key]: [right] }, ALL)).toEqual([]);
    const [notice, ...more] = await told({ [key]: [right, wrong] }, ALL);
    expect(more).toEqual([]);
    expect(notice).toStartWith(`agent_unknown_tool: The agent's ${key} name`);
    expect(notice).toContain(words);
  }
});

test("so is one that names a server that there is not", async () => {
  expect(await told({ mcpServers: ["Files", "oth*"] }, ALL)).toEqual([]);
  expect(await told({ mcpServers: ["flies"] }, ALL)).toEqual([
    'agent_unknown_server: The agent\'s mcpServers name "flies", and there is no such server. Did you mean "files"?',
  ]);
});

test("what servers may have that did not answer, or were left out, is not judged; nor are connectors", async () => {
  const lists = { tools: ["mcp__x__y", "x/y", "x*", "connector__a__b", "desktop_click", "reed"] };
  for (const servers of [SOME, undefined]) {
    expect(await told(lists, servers)).toHaveLength(1);
  }
  expect(await told({ tools: ["connector__a__b", "desktop_click"] }, ALL)).toEqual([]);
  expect(await told({ mcpServers: ["anything"] }, undefined)).toEqual([]);
});

const AGENT = `---
description: x
tools:
  - read
  - raed
  - "odd/serach"
disallowedTools: bash, bsah
mcpServers: [od]
skills: [none]
---
Be brief.
`;

test("catalog, call and run-turn tell each with its place in the agent's file", async () => {
  const { command, args, env } = oddServer("plain", {});
  using space = workspace({
    "data/agents/a.md": AGENT,
    "data/mcp.json": JSON.stringify({ mcpServers: { odd: { command, args, env } } }),
    "turn.yaml": "steps: [{say: done}]",
  });
  const run = async (...argv: string[]) => {
    const host = testHost({ cwd: space.path, home: space.path });
    return (await runCli([...argv, "--agent", "a", "--data-dir", "data"], host)).stderr;
  };
  const file = `${space.path}/data/agents/a.md`;
  const wanted = [
    [`raed", and no source has such a tool. Did you mean "read"? (${file}:5:5)`],
    [`odd/serach", and no source has such a tool. Did you mean "`, `(${file}:6:5)`],
    [`bsah", and no source has such a tool. Did you mean "bash"? (${file}:7:24)`],
    [`od", and there is no such server. Did you mean "odd"? (${file}:8:14)`],
    [`none", and there is no such skill`, `(${file}:9:10)`],
  ];
  for (const argv of [
    ["catalog"],
    ["call", "read", "--args", '{"path":"turn.yaml"}'],
    ["run-turn", "--script", "turn.yaml"],
  ]) {
    const stderr = await run(...argv);
    for (const parts of wanted.flat()) expect(stderr).toContain(parts);
    expect(stderr.match(/^warning: The agent's/gm)).toHaveLength(5);
  }
  expect((await run("catalog", "--no-mcp")).match(/^warning: The agent's/gm)).toHaveLength(3);
});
