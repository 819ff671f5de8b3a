import { expect, test } from "bun:test";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { SCHEMAS } from "../../src/cli/schemas/registry.ts";
import { runCli, testHost } from "../support/cli.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const ajv = () => new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });

async function run(space: Workspace, args: readonly string[]) {
  const host = testHost({ cwd: space.path, home: space.path });
  return runCli([...args, "--data-dir", "data"], host);
}

async function schemaOf(space: Workspace, ...words: string[]) {
  const printed = await run(space, ["schema", ...words]);
  expect([printed.exitCode, printed.stderr]).toEqual([0, ""]);
  return JSON.parse(printed.stdout);
}

for (const { name } of SCHEMAS) {
  test(`the schema "${name}" is strict JSON Schema 2020-12`, async () => {
    using space = workspace();
    const schema = await schemaOf(space, name);
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    ajv().compile(schema);
  });
}

test("names are unique, and the list shows each", async () => {
  using space = workspace();
  const names = SCHEMAS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const { stdout } = await run(space, ["schema"]);
  expect(
    stdout
      .split("\n")
      .slice(1, -1)
      .map((line) => line.split(" ")[0]),
  ).toEqual(names);
});

test("an unknown schema gets the nearest names and exit 2", async () => {
  using space = workspace();
  const ran = await run(space, ["schema", "confg"]);
  expect([ran.exitCode, ran.stdout, ran.stderr]).toEqual([
    2,
    "",
    'error: There is no schema "confg" (NAME)\nhint: Did you mean "config"?\n',
  ]);
});

const SERVER = join(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/server-memory/dist/index.js",
);

/** Real commands, each with the schema that must fit what it prints. */
const OUTPUTS: readonly { schema: string; args: string[]; exitCode?: number }[] = [
  { schema: "schema", args: ["schema", "--json"] },
  { schema: "catalog", args: ["catalog", "--no-mcp", "--format", "json"] },
  { schema: "catalog", args: ["catalog", "--json"] },
  { schema: "catalog-explain", args: ["catalog", "explain", "read", "--no-mcp", "--json"] },
  { schema: "catalog-explain", args: ["catalog", "explain", "web_search", "--no-mcp", "--json"] },
  { schema: "catalog-lint", args: ["catalog", "lint", "--json"], exitCode: 3 },
  { schema: "catalog-search", args: ["catalog", "search", "graph", "--json"] },
  {
    schema: "catalog-check",
    args: ["catalog", "check", "--no-mcp", "--lock", "lock.json", "--json"],
    exitCode: 3,
  },
  {
    schema: "catalog-lock",
    args: ["catalog", "lock", "--no-mcp", "--lock", "new.json", "--json"],
  },
  { schema: "catalog-diff", args: ["catalog", "diff", "lock.json", "lock.json", "--json"] },
  { schema: "truncate", args: ["truncate", "big.txt", "--json", "--artifact-dir", "artifacts"] },
  { schema: "truncate", args: ["truncate", "big.txt", "--gate", "read", "--json"] },
  { schema: "sessions-list", args: ["sessions", "list", "--json"] },
  { schema: "sessions-show", args: ["sessions", "show", "20260101-000000-0a0b0c0d", "--json"] },
  { schema: "sessions-export", args: ["sessions", "export", "20260101-000000-0a0b0c0d", "--json"] },
  { schema: "sessions-gc", args: ["sessions", "gc", "--older-than", "0d", "--json"] },
  { schema: "call", args: ["call", "read", "--args", '{"path":"big.txt"}', "--json", "--no-mcp"] },
  { schema: "call", args: ["call", "read", "--args", '{"path":"gone"}', "--json", "--no-mcp"], exitCode: 1 },
  {
    schema: "call-dry-run",
    args: ["call", "bash", "--args", '{"command":"ls"}', "--dry-run", "--json", "--no-mcp"],
  },
  { schema: "run-turn", args: ["run-turn", "--script", "turn.yaml", "--json", "--no-mcp"], exitCode: 3 },
  { schema: "doctor", args: ["doctor", "--json"] },
  { schema: "mcp-list", args: ["mcp", "list", "--json"] },
  { schema: "mcp-add", args: ["mcp", "add", "x", "--json", "--", "y"] },
  { schema: "mcp-remove", args: ["mcp", "remove", "memory", "--json"] },
  { schema: "mcp-import", args: ["mcp", "import", "data/mcp.json", "--json"] },
];

/** A lock file with one tool that is nowhere any more. */
const LOCK = {
  schemaVersion: 1,
  facts: {
    host: "cli",
    surface: "cli",
    agent: "mavis",
    role: "mavis",
    trusted: true,
    model: { provider: "script", id: "script", contextWindow: 200_000, supports: [] },
  },
  servers: [],
  tools: [{ name: "gone", source: "builtin", sha256: "", description: "", schema: { type: "object" } }],
};

test("what turnkit catalog lock writes fits its schema", async () => {
  using space = workspace();
  expect((await run(space, ["catalog", "lock", "--no-mcp"])).exitCode).toBe(0);
  const validate = ajv().compile(await schemaOf(space, "lock"));
  validate(await Bun.file(join(space.path, "turnkit.lock.json")).json());
  expect(validate.errors ?? []).toEqual([]);
});

for (const { schema, args, exitCode = 0 } of OUTPUTS) {
  test(`what turnkit ${args.join(" ")} prints fits the schema "${schema}"`, async () => {
    using space = workspace({
      "big.txt": "line\n".repeat(20_000),
      "data/mcp.json": JSON.stringify({
        mcpServers: { memory: { command: process.execPath, args: [SERVER] } },
      }),
      "data/turnkit/sessions/20260101-000000-0a0b0c0d/transcript.jsonl": [
        '{"type":"session","at":"2026-01-01T00:00:00.000Z","workspace":"/w"}',
        '{"type":"message","message":{"role":"user","content":"Go"}}',
        "",
      ].join("\n"),
      "lock.json": JSON.stringify(LOCK),
      "turn.yaml": [
        "steps:",
        "  - calls: [{tool: read, args: {path: big.txt}}]",
        "    expect: [{call: 0, contains: absent}, {call: 0, isError: false}]",
        "  - say: Done.",
      ].join("\n"),
    });
    const ran = await run(space, args);
    expect(ran.exitCode).toBe(exitCode);
    const validate = ajv().compile(await schemaOf(space, schema));
    validate(JSON.parse(ran.stdout));
    expect(validate.errors ?? []).toEqual([]);
  });
}

test("every line of stream-json fits its schema", async () => {
  using space = workspace({
    "turn.yaml": "steps: [{say: a, calls: [{tool: glob, args: {pattern: '*'}}]}, {say: Done.}]\n",
  });
  const ran = await run(space, ["run-turn", "--script", "turn.yaml", "--format", "stream-json", "--no-mcp"]);
  const validate = ajv().compile(await schemaOf(space, "run-turn-event"));
  const lines = ran.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ type }) => type)).toContain("turn_end");
  for (const line of lines) {
    validate(line);
    expect([line.type, validate.errors ?? []]).toEqual([line.type, []]);
  }
});
