// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are what is tested.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import { loadMcpServers } from "../../src/config/mcp-servers.ts";
import { diagnosticLines, faultLines, faultOf, placeIn } from "../support/config.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly trustProject?: boolean;
}

function load(space: Workspace, options: Options = {}) {
  const host = placeIn(space, options.env);
  const dataDir = resolveDataDir(host, "data");
  return loadMcpServers(host, { ...options, dataDir, workspace: join(space.path, "work") });
}

function loadJson(space: Workspace, json: string, env?: Options["env"]) {
  space.file("data/mcp.json", json);
  return load(space, { env });
}

const servers = (entries: Record<string, unknown>) => JSON.stringify({ mcpServers: entries });

test("a stdio server and a remote one are read whole", async () => {
  using space = workspace();
  const json = servers({
    files: {
      command: "npx",
      args: ["-y", "x"],
      env: { A: "1" },
      cwd: "sub",
      timeoutMs: 5,
      trustAnnotations: true,
    },
    web: { type: "streamable-http", url: "https://x.example/mcp", headers: { "X-A": "b" } },
    old: { type: "sse", url: "http://127.0.0.1:1/sse" },
  });
  const loaded = await loadJson(space, json);
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.servers).toMatchObject([
    {
      name: "files",
      transport: "stdio",
      command: "npx",
      args: ["-y", "x"],
      env: { A: "1" },
      cwd: join(space.path, "work/sub"),
      timeoutMs: 5,
      trustAnnotations: true,
      origin: { scope: "data-dir" },
    },
    {
      name: "web",
      transport: "http",
      url: "https://x.example/mcp",
      headers: { "X-A": "b" },
      trustAnnotations: false,
    },
    { name: "old", transport: "sse", url: "http://127.0.0.1:1/sse" },
  ]);
  expect(loaded.files).toEqual([join(space.path, "data/mcp.json")]);
});

test("without files, and with an empty one, there are no servers", async () => {
  using space = workspace();
  expect(await load(space)).toEqual({ servers: [], broken: [], diagnostics: [], secrets: [], files: [] });
  expect((await loadJson(space, "\n")).servers).toEqual([]);
  expect((await loadJson(space, "{}")).diagnostics).toEqual([]);
});

test("f31: a variable, a default and an escape in a header, an argument, a URL, a command, a cwd and env", async () => {
  using space = workspace();
  const json = servers({
    web: {
      url: "https://${HOST:-x.example}/${T}",
      headers: { Authorization: "Bearer ${T}", "X-D": "${U:-d}", "X-E": "$${T}", "X-N": "${T}${T}" },
    },
    local: {
      command: "${BIN}",
      args: ["${T}", "a$${B}c$"],
      env: { E: "${EMPTY}", F: "${EMPTY:-f}" },
      cwd: "${T}",
    },
  });
  const loaded = await loadJson(space, json, { T: "to${BIN}ken", BIN: "prog", EMPTY: "" });
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.servers).toMatchObject([
    {
      url: "https://x.example/to${BIN}ken",
      headers: {
        Authorization: "Bearer to${BIN}ken",
        "X-D": "d",
        "X-E": "${T}",
        "X-N": "to${BIN}kento${BIN}ken",
      },
    },
    {
      command: "prog",
      args: ["to${BIN}ken", "a${B}c$"],
      env: { E: "", F: "f" },
      cwd: join(space.path, "work/to${BIN}ken"),
    },
  ]);
});

test("f31: an unset variable fails that server alone, and names server and variable", async () => {
  using space = workspace();
  const json = `{"mcpServers": {
  "web": {"url": "https://x.example",
    "headers": {"Authorization": "Bearer \${GONE}", "X": "\${ALSO}"}},
  "fine": {"command": "true"}
}}`;
  const loaded = await loadJson(space, json);
  expect(loaded.servers.map(({ name }) => name)).toEqual(["fine"]);
  expect(loaded.diagnostics.every(({ severity }) => severity === "error")).toBe(true);
  expect(diagnosticLines(loaded.diagnostics)).toEqual([
    '3:17 Cannot use the server "web": the environment variable "GONE" is not set; set it or write ${GONE:-default}',
    '3:52 Cannot use the server "web": the environment variable "ALSO" is not set; set it or write ${ALSO:-default}',
  ]);
});

const FAULTY: readonly { name: string; server: unknown; told: string }[] = [
  { name: "neither command nor url", server: {}, told: "expected command or url, got neither" },
  { name: "both", server: { command: "x", url: "http://x" }, told: "expected command or url, got both" },
  {
    name: "a type that contradicts",
    server: { type: "sse", command: "x" },
    told: 'expected type "stdio" with command, got type "sse" with command',
  },
  {
    name: "an unknown type",
    server: { type: "ws", url: "http://x" },
    told: 'expected one of "stdio", "http", "streamable-http", "sse" at type, got "ws"',
  },
  {
    name: "a header beside a command",
    server: { command: "x", headers: {} },
    told: "expected only args, env and cwd with command, got headers as well",
  },
  { name: "a URL of another kind", server: { url: "ftp://x" }, told: "its url is no http or https URL" },
  {
    name: "credentials in the URL",
    server: { url: "https://u:p@x.example" },
    told: "its url holds credentials; put them into headers",
  },
  {
    name: "a header with a line break",
    server: { url: "http://x", headers: { A: "b\r\nC: d" } },
    told: 'the value of the header "A" has a line break or NUL in it',
  },
  {
    name: "a header without a usable name",
    server: { url: "http://x", headers: { "a b": "c" } },
    told: '"a b" is no name of a header',
  },
  {
    name: "a variable's name with =",
    server: { command: "x", env: { "A=B": "c" } },
    told: '"A=B" is no name of an environment variable',
  },
  {
    name: "something that is no variable",
    server: { command: "x", args: ["${input:token}", "${"] },
    told: '"${input:token}" is no variable; write ${NAME}, or $${ for a literal',
  },
  {
    name: "an argument that is no text",
    server: { command: "x", args: ["a", 1] },
    told: "expected text at args[1], got 1",
  },
  {
    name: "a time limit that is none",
    server: { command: "x", timeoutMs: 0 },
    told: "expected a whole number from 1 to 86400000 at timeoutMs, got 0",
  },
  { name: "a server that is no map", server: "npx x", told: 'expected a map, got "npx x"' },
];

for (const { name, server, told } of FAULTY) {
  test(`a server with ${name} fails alone`, async () => {
    using space = workspace();
    const loaded = await loadJson(space, servers({ bad: server, good: { command: "true" } }));
    expect(loaded.servers.map((entry) => entry.name)).toEqual(["good"]);
    expect(loaded.diagnostics[0]).toMatchObject({
      severity: "error",
      code: "mcp_server_invalid",
      message: `Cannot use the server "bad": ${told}`,
    });
  });
}

for (const name of ["", " a", "a\u202eb", "a\nb", "x".repeat(129)]) {
  test(`the server name ${JSON.stringify(name.slice(0, 9))} is refused`, async () => {
    using space = workspace();
    const loaded = await loadJson(space, servers({ [name]: { command: "x" } }));
    expect(loaded.servers).toEqual([]);
    expect(loaded.diagnostics[0]?.message).toContain("expected a server name of 1 to 128 visible characters");
  });
}

test("keys of other programs are told quietly, a slip of the pen loudly", async () => {
  using space = workspace();
  const loaded = await loadJson(
    space,
    servers({ a: { command: "x", autoApprove: [], trustAnotations: true } }),
  );
  expect(loaded.servers).toMatchObject([{ name: "a", trustAnnotations: false }]);
  expect(loaded.diagnostics.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
    'info Ignored the unknown key "a.autoApprove"',
    'warning Ignored the unknown key "a.trustAnotations". Did you mean "trustAnnotations"?',
  ]);
});

const BROKEN: readonly { name: string; json: string; told: string }[] = [
  {
    name: "a trailing comma",
    json: '{"mcpServers": {},\n}',
    told: '2:1 expected a key in double quotes, found "}"',
  },
  { name: "a comment", json: "{\n  // mine\n}", told: "2:3 JSON has no comments" },
  { name: "a missing brace", json: '{"mcpServers": {', told: '1:17 expected "}", found the end of the file' },
  { name: "single quotes", json: "{'a': 1}", told: `1:2 found "'", which is no JSON value` },
  { name: "a missing colon", json: '{"a" 1}', told: '1:6 expected ":", found "1"' },
  {
    name: "a server that stands there twice",
    json: '{"mcpServers": {"a": {"command": "x"},\n "a": {"command": "y"}}}',
    told: '2:2 the key "a" stands here a second time',
  },
  { name: "a list as root", json: "[]", told: '1:1 expected a map with "mcpServers"' },
  {
    name: "a list of servers",
    json: '{"mcpServers": []}',
    told: '1:16 "mcpServers" must be a map of servers',
  },
];

for (const { name, json, told } of BROKEN) {
  test(`mcp.json with ${name} is exit 2 with the position`, async () => {
    using space = workspace();
    const fault = await faultOf(() => loadJson(space, json));
    expect(fault.exit).toBe(2);
    const [position, ...words] = told.split(" ");
    expect(faultLines(fault)).toEqual([`${position} Cannot read the MCP server file: ${words.join(" ")}`]);
    const ofEditors = ["a trailing comma", "a comment"].includes(name);
    expect(fault.hint?.startsWith("Take out comments") ?? false).toBe(ofEditors);
  });
}

test("a key that another program or a slip writes for mcpServers is exit 2, and the hint says how", async () => {
  using space = workspace();
  for (const key of ["servers", "mcpservers", "mcp_servers"]) {
    const fault = await faultOf(() => loadJson(space, JSON.stringify({ [key]: {} })));
    expect(faultLines(fault)).toEqual([`1:2 Cannot use the key "${key}" in the MCP server file`]);
    expect(fault.hint).toContain('"mcpServers"');
  }
});

test("--mcp-config must name a file that is there", async () => {
  using space = workspace();
  const fault = await faultOf(() => load(space, { files: ["gone.json"] }));
  expect([fault.exit, fault.where]).toEqual([2, "gone.json"]);
  expect(fault.message).toBe(
    "Cannot read the MCP server file that --mcp-config names: there is no such file",
  );
});

test("of one name the last --mcp-config counts, then the data dir, then the project, and each loser is told", async () => {
  using space = workspace({
    "data/mcp.json": servers({ a: { command: "data" }, b: { command: "data" }, c: { command: "data" } }),
    "one.json": servers({ a: { command: "one" } }),
    "two.json": servers({ a: { command: "two" }, d: { command: "two" } }),
    "work/.mcp.json": servers({ b: { command: "project" }, e: { command: "project" } }),
  });
  const loaded = await load(space, { files: ["one.json", "two.json"], trustProject: true });
  const commands = loaded.servers.map((server) => [server.name, "command" in server ? server.command : ""]);
  expect(Object.fromEntries(commands)).toEqual({ a: "two", b: "data", c: "data", d: "two", e: "project" });
  expect(
    loaded.diagnostics.map(({ code, where }) => `${code} ${where?.replace(`${space.path}/`, "")}`),
  ).toEqual([
    "mcp_server_duplicate data/mcp.json:1:16",
    "mcp_server_duplicate one.json:1:16",
    "mcp_server_duplicate work/.mcp.json:1:16",
  ]);
  expect(loaded.diagnostics[1]?.message).toContain("two.json:1:16");
});

test("a broken server keeps its name: the other file's is not started in its place", async () => {
  using space = workspace({
    "data/mcp.json": servers({ a: { command: "data" } }),
    "one.json": servers({ a: { command: 7 } }),
  });
  const loaded = await load(space, { files: ["one.json"] });
  expect(loaded.servers).toEqual([]);
  expect(loaded.diagnostics.map(({ severity }) => severity)).toEqual(["warning", "error"]);
});

test("the project's own file is read only with trust, and that it is left out is told", async () => {
  using space = workspace({ "work/.mcp.json": servers({ evil: { command: "x" } }) });
  const without = await load(space);
  expect(without.servers).toEqual([]);
  expect(without.diagnostics).toMatchObject([{ severity: "info", code: "mcp_project_untrusted" }]);
  expect((await load(space, { trustProject: true })).servers).toHaveLength(1);
});

test("a disabled server is left out, and told", async () => {
  using space = workspace();
  const loaded = await loadJson(space, servers({ a: { command: "x", disabled: true } }));
  expect(loaded.servers).toEqual([]);
  expect(loaded.diagnostics).toMatchObject([{ severity: "info", code: "mcp_server_disabled" }]);
});

test("f4: names that differ only in case stay apart, and that lists of servers mean both is told", async () => {
  using space = workspace();
  const loaded = await loadJson(
    space,
    servers({ "my-server": { command: "x" }, "My-Server": { command: "y" } }),
  );
  expect(loaded.servers).toHaveLength(2);
  expect(loaded.diagnostics).toMatchObject([{ severity: "warning", code: "mcp_servers_alike" }]);
});
