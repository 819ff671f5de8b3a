// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are what is tested.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { runCli, testHost } from "../support/cli.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

function mcp(space: Workspace, args: readonly string[], env: Record<string, string> = {}) {
  const [verb = "", ...rest] = args;
  const host = testHost({ cwd: space.path, home: space.path, env });
  return runCli(["mcp", verb, "--data-dir", "data", ...rest], host);
}

const fileOf = (space: Workspace) => readFileSync(join(space.path, "data/mcp.json"), "utf8");
const serversOf = (space: Workspace) => JSON.parse(fileOf(space)).mcpServers;

test("mcp add writes a program and a remote server, in a folder and a file of their owner alone", async () => {
  using space = workspace();
  const added = await mcp(space, [
    "add",
    "files",
    "--env",
    "A=b=c",
    "--cwd",
    "sub",
    "--",
    "npx",
    "-y",
    "x",
    "",
  ]);
  expect([added.exitCode, added.stderr]).toEqual([0, ""]);
  const remote = [
    "--url",
    "https://x.example",
    "--header",
    "Authorization: Bearer ${T}",
    "--timeout-ms",
    "500",
  ];
  expect((await mcp(space, ["add", "web", ...remote, "--trust-annotations"])).exitCode).toBe(0);
  expect(serversOf(space)).toEqual({
    files: { command: "npx", args: ["-y", "x", ""], env: { A: "b=c" }, cwd: "sub" },
    web: {
      type: "http",
      url: "https://x.example",
      headers: { Authorization: "Bearer ${T}" },
      timeoutMs: 500,
      trustAnnotations: true,
    },
  });
  expect(statSync(join(space.path, "data/mcp.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(space.path, "data")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(space.path, "data"))).toEqual(["mcp.json"]);
});

test("a change keeps order, layout, line ends, unknown keys and everything of the other servers", async () => {
  using space = workspace();
  const before =
    '{\r\n    "theirs": [1,2],\r\n    "mcpServers": {\r\n        "b": {"command": "x",   "autoApprove": []},\r\n        "a": {"command": "y"}\r\n    }\r\n}\r\n';
  space.file("data/mcp.json", before);
  await mcp(space, ["add", "c", "--", "z"]);
  const added =
    '        "a": {"command": "y"},\r\n        "c": {\r\n            "command": "z",\r\n            "args": []\r\n        }\r\n';
  expect(fileOf(space)).toBe(before.replace('        "a": {"command": "y"}\r\n', added));
  await mcp(space, ["remove", "c"]);
  expect(fileOf(space)).toBe(before);
});

test("a server that is there is replaced only when asked", async () => {
  using space = workspace({ "data/mcp.json": '{"mcpServers": {"a": {"command": "old"}}}' });
  const refused = await mcp(space, ["add", "a", "--", "new"]);
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    'error: Cannot add the server "a": there is one of this name (NAME)\nhint: --replace replaces it\n',
  ]);
  expect(serversOf(space)).toEqual({ a: { command: "old" } });
  const replaced = await mcp(space, ["add", "a", "--replace", "--json", "--", "new"]);
  expect(JSON.parse(replaced.stdout)).toMatchObject({ schemaVersion: 1, name: "a", replaced: true });
  expect(serversOf(space)).toEqual({ a: { command: "new", args: [] } });
});

const WRONG: readonly [args: string[], line: string][] = [
  [["add", "a"], "error: Cannot add a server without a program or a URL (NAME)"],
  [
    ["add", "a", "--url", "u", "--", "x"],
    'error: Cannot add the server "a": expected command or url, got both (NAME)',
  ],
  [
    ["add", " ", "--", "x"],
    'error: Cannot add the server: expected a name of 1 to 40 letters, digits, ".", "_" and "-" that starts and ends with a letter or digit and has no "__" in it, got " " (NAME)',
  ],
  [["add", "a", "--env", "SECRET", "--", "x"], "error: Cannot use the value: expected NAME=VALUE (--env)"],
  [
    ["add", "a", "--header", "SECRET", "--url", "u"],
    "error: Cannot use the value: expected NAME: VALUE (--header)",
  ],
  [
    ["add", "a", "--header", "A: b", "--", "x"],
    'error: Cannot add the server "a": expected only args, env and cwd with command, got headers as well (NAME)',
  ],
  [["remove", "fils"], 'error: There is no server "fils" (NAME)'],
  [
    ["import", "gone.json"],
    "error: Cannot read the file to import that FROM names: there is no such file (gone.json)",
  ],
];

for (const [args, line] of WRONG) {
  test(`mcp ${args.join(" ")} is exit 2 with one clear line, and nothing is changed`, async () => {
    using space = workspace({ "data/mcp.json": '{"mcpServers": {"files": {"command": "x"}}}' });
    const ran = await mcp(space, args);
    expect([ran.exitCode, ran.stdout, ran.stderr.split("\n")[0]]).toEqual([2, "", line]);
    expect(fileOf(space)).toBe('{"mcpServers": {"files": {"command": "x"}}}');
    expect(readdirSync(join(space.path, "data"))).toEqual(["mcp.json"]);
  });
}

test("a file that is not understood is not changed", async () => {
  using space = workspace({ "data/mcp.json": '{"mcpServers": {},}' });
  const ran = await mcp(space, ["add", "a", "--", "x"]);
  expect(ran.exitCode).toBe(2);
  expect(ran.stderr).toContain("data/mcp.json:1:19)");
  expect(fileOf(space)).toBe('{"mcpServers": {},}');
});

test("a secret typed in clear is warned of, one that comes from the environment is not", async () => {
  using space = workspace();
  const clear = await mcp(space, ["add", "a", "--env", "API_TOKEN=abc", "--", "x"]);
  expect(clear.stderr).toStartWith("warning: The value of API_TOKEN stands in the file");
  expect(clear.stderr).not.toContain("abc");
  expect((await mcp(space, ["add", "b", "--env", "API_TOKEN=${T}", "--", "x"])).stderr).toBe("");
});

test("two changes at once are both kept", async () => {
  using space = workspace();
  const names = ["a", "b", "c", "d", "e"];
  const ran = await Promise.all(names.map((name) => mcp(space, ["add", name, "--", "x"])));
  expect(ran.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
  expect(Object.keys(serversOf(space)).sort()).toEqual(names);
});

test("mcp list shows the servers with their secrets masked, and the faults of others", async () => {
  using space = workspace();
  const url = "https://x.example/${MY_TOKEN}";
  space.file("data/mcp.json", JSON.stringify({ mcpServers: { web: { url }, bad: { url: "${GONE}" } } }));
  const table = await mcp(space, ["list"], { MY_TOKEN: "0123456789" });
  expect(table.exitCode).toBe(0);
  expect(table.stdout).toContain("https://x.example/[secret MY_TOKEN]");
  expect(table.stderr).toContain('Cannot use the server "bad": the environment variable "GONE" is not set');
  const json = await mcp(space, ["list", "--json"], { MY_TOKEN: "0123456789" });
  expect(json.stderr).toBe("");
  expect(json.stdout).not.toContain("0123456789");
  expect(JSON.parse(json.stdout)).toMatchObject({
    schemaVersion: 1,
    servers: [{ name: "web", transport: "http" }],
    diagnostics: [{ severity: "error", code: "mcp_server_invalid" }],
  });
});

test("mcp import takes the servers of VS Code with their variables, and says what it left out", async () => {
  using space = workspace({ "data/mcp.json": '{"mcpServers": {"mine": {"command": "x"}}}' });
  const foreign = `{ // with comments
  "servers": {
    "github": {"type": "streamableHttp", "url": "https://x", "headers": {"Authorization": "Bearer \${input:gh-token}"}, "gallery": true,},
    "local": {"command": "\${workspaceFolder}/bin/x", "env": {"A": "\${env:B}", "H": "\${userHome}/y"}},
    "mine": {"command": "theirs"},
    "bad": {"command": 7}
  },
}`;
  space.file("vs.json", foreign);
  const ran = await mcp(space, ["import", "vs.json"]);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout.split("\n").slice(0, -2)).toEqual([
    "added github",
    '  the input "gh-token" became the environment variable GH_TOKEN: set it before use',
    '  left out "gallery", which means nothing here',
    "added local",
    "skipped mine",
    "  mcp.json has a server of this name; --replace replaces it",
    "skipped bad",
    "  expected text that is not empty at command, got 7",
  ]);
  expect(serversOf(space)).toEqual({
    mine: { command: "x" },
    github: { type: "http", url: "https://x", headers: { Authorization: "Bearer ${GH_TOKEN}" } },
    local: { command: "./bin/x", env: { A: "${B}", H: "${HOME}/y" } },
  });
  const again = await mcp(space, ["import", "vs.json", "--only", "mine", "--replace", "--json"]);
  expect(JSON.parse(again.stdout).servers).toEqual([{ name: "mine", outcome: "replaced", notes: [] }]);
  expect(serversOf(space).mine).toEqual({ command: "theirs" });
});

test("mcp import of Claude's and Cursor's form, and of a file without servers", async () => {
  using space = workspace({
    "claude.json": '{"numStartups": 3, "mcpServers": {"a": {"type": "stdio", "command": "x", "args": []}}}',
    "none.json": '{"theme": "dark"}',
  });
  await mcp(space, ["import", "claude.json"]);
  expect(serversOf(space)).toEqual({ a: { type: "stdio", command: "x", args: [] } });
  const none = await mcp(space, ["import", "none.json"]);
  expect([none.exitCode, none.stderr.split("\n")[0]]).toEqual([
    2,
    "error: Cannot find servers in the file to import (none.json:1:1)",
  ]);
});

test.each([
  ["", undefined],
  [" ", undefined],
  ["a b", "a-b"],
  [" files", "files"],
  ["a/b", "a-b"],
  ["a\\b", "a-b"],
  ["a__b", "a_b"],
  ["_a", "a"],
  ["a.", "a"],
  ["a,b", "a-b"],
  ["a*", "a"],
  ["*", undefined],
  ["__proto__", "proto"],
  ["a\u0007b", "a-b"],
  ["a\u202Eb", "a-b"],
  ["a\nb", "a-b"],
  ["café", "cafe"],
  ["测试", undefined],
  ["x".repeat(41), "x".repeat(40)],
])("mcp add refuses the name %j, and offers %j", async (name, instead) => {
  using space = workspace();
  const { stdout, stderr, exitCode } = await mcp(space, ["add", name, "--", "x"]);
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  expect(stderr).toMatch(
    /^error: Cannot add the server: expected a name [^\n]* \(NAME\)\n(hint: [^\n]*\n)?$/,
  );
  expect(/hint: "(.*)" would do/.exec(stderr)?.[1]).toBe(instead);
  expect(readdirSync(space.path)).toEqual([]);
  if (instead !== undefined) expect((await mcp(space, ["add", instead, "--", "x"])).exitCode).toBe(0);
});

test.each([
  [["--", ""], "its command is empty"],
  [["--", " ", "x"], "its command is empty"],
  [["--env", "A\u0000=b", "--", "x"], "is no name of an environment variable"],
  [["--env", "A=${9}", "--", "x"], '"${9}" is no variable'],
  [["--header", "Bad Name: v", "--url", "http://x"], '"Bad Name" is no name of a header'],
  [["--header", "A: b\nc", "--url", "http://x"], "has a line break"],
  [["--", "x", "${"], '"${" is no variable'],
  [["--url", "http://a:b@x"], "its url holds credentials"],
  [["--url", "ftp://x"], "its url is no http or https URL"],
])("mcp add writes nothing that could not be used: %j", async (args, problem) => {
  using space = workspace();
  const { stderr, exitCode } = await mcp(space, ["add", "s", ...args]);
  expect(exitCode).toBe(2);
  expect(stderr).toStartWith('error: Cannot add the server "s": ');
  expect(stderr).toContain(problem);
  expect(readdirSync(space.path)).toEqual([]);
});

test("mcp list reads whatever names a file has, and shows what could hide", async () => {
  const names = ["a b", "a/b", "a__b", "测试", "My.Server", "constructor"];
  const servers = Object.fromEntries(names.map((name) => [name, { command: "x" }]));
  const text = JSON.stringify({ mcpServers: servers });
  using space = workspace({ "data/mcp.json": text.replace("}}", '},"__proto__":{"command":"x"}}') });
  const { stdout, exitCode } = await mcp(space, ["list", "--json"]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).servers.map(({ name }: { name: string }) => name)).toEqual([
    ...names,
    "__proto__",
  ]);
  expect((await mcp(space, ["remove", "__proto__"])).exitCode).toBe(0);
});
