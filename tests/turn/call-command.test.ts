import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { turnHost } from "../support/turn-host.ts";

test("the result's text on stdout, exit 0, and no session is left", async () => {
  using at = turnHost({ "a.txt": "alpha\nbeta\n" });
  const ran = await at.run(["call", "read", "--args", '{"path": "a.txt", "offset": 2}']);
  expect(ran).toEqual({ stdout: "     2→beta\n", stderr: "", exitCode: 0 });
  expect(existsSync(at.sessions)).toBe(false);
});

test("an error result is exit 1, its text still on stdout", async () => {
  using at = turnHost();
  const ran = await at.run(["call", "read", "--args", '{"path": "none.txt"}']);
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toContain("none.txt");
});

test("--json prints one entry of calls", async () => {
  using at = turnHost({ "a.txt": "alpha\n" });
  const ran = await at.run(["call", "read", "--args", '{"path": "a.txt"}', "--json"]);
  const entry = JSON.parse(ran.stdout);
  expect(Object.keys(entry)).toEqual([
    "schemaVersion",
    "id",
    "step",
    "tool",
    "args",
    "isError",
    "durationMs",
    "text",
    "details",
    "gates",
  ]);
  expect(entry).toMatchObject({ schemaVersion: 1, step: 0, tool: "read", isError: false });
});

test("the command line decides: bash runs, and its long output is kept whole in a file", async () => {
  using at = turnHost();
  const ran = await at.run(["call", "bash", "--args", '{"command": "seq 1 20000"}', "--json"]);
  const { text, details } = JSON.parse(ran.stdout);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24 * 1024);
  expect(readFileSync(details.artifact.path, "utf8").trimEnd().split("\n")).toHaveLength(20_000);
  expect(details.artifact.path.startsWith(at.sessions)).toBe(true);
});

test("arguments come from a file or from stdin", async () => {
  using at = turnHost({ "a.txt": "alpha\n", "args.json": '{"path": "a.txt"}' });
  const fromFile = await at.run(["call", "read", "--args-file", "args.json"]);
  expect(fromFile.stdout).toBe("     1→alpha\n");
  const stdin = {
    isTTY: false,
    chunks: async function* () {
      yield Buffer.from('{"path":');
      yield Buffer.from('"a.txt"}');
    },
  };
  for (const flag of ["--args-file", "--args"]) {
    const fromStdin = await at.run(["call", "read", flag, "-"], { stdin });
    expect(fromStdin.stdout).toBe("     1→alpha\n");
  }
});

test("wrong use is one clear line and exit 2", async () => {
  using at = turnHost({ "args.json": "{}", "folder/x": "" });
  const cases: readonly (readonly [readonly string[], string])[] = [
    [["call", "raed"], 'did you mean "read"?'],
    [["call", "read", "--args", '{"path": }'], "(--args:1:10)"],
    [["call", "read", "--args", "[1]"], "they are no JSON object"],
    [["call", "read", "--args", "{}", "--args-file", "args.json"], "together with --args"],
    [["call", "read", "--args-file", "none.json"], "there is no such file"],
    [["call", "read", "--args-file", "folder"], "it is a folder"],
    [["call", "write", "--role", "explore"], "stage role"],
  ];
  for (const [argv, words] of cases) {
    const ran = await at.run(argv);
    expect({ argv, code: ran.exitCode, told: ran.stderr.includes(words) ? words : ran.stderr }).toEqual({
      argv,
      code: 2,
      told: words,
    });
    expect(ran.stdout).toBe("");
  }
});

test("arguments that do not fit are an error result with their places", async () => {
  using at = turnHost();
  const ran = await at.run(["call", "read", "--args", '{"path": "x", "offset": "zero"}']);
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toContain("/offset");
});

test("g10: a tool of an MCP server is called by its catalog name", async () => {
  using at = turnHost();
  const server = join(
    import.meta.dirname,
    "../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
  );
  at.file(
    "mcp.json",
    JSON.stringify({ mcpServers: { all: { command: process.execPath, args: [server, "stdio"] } } }),
  );
  const ran = await at.run([
    "call",
    "mcp__all__echo",
    "--mcp-config",
    "mcp.json",
    "--args",
    '{"message": "hello 海"}',
  ]);
  expect(ran.stdout).toContain("hello 海");
  expect(ran.exitCode).toBe(0);
});

test("keys that the configuration names are masked whoever shows them", async () => {
  using at = turnHost({
    "data/config.yaml": "models: {fast: {provider: openai, id: m, apiKeyEnv: FAST_KEY}}\n",
    "a.txt": "the key is sk-fast-0123456789\n",
  });
  const env = { PATH: process.env.PATH, FAST_KEY: "sk-fast-0123456789" };
  const ran = await at.run(["call", "read", "--data-dir", "data", "--args", '{"path": "a.txt"}'], { env });
  expect(ran.stdout).toBe("     1→the key is [secret FAST_KEY]\n");
});
