import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SOURCE_COMMAND } from "../support/source.ts";
import { turnHost } from "../support/turn-host.ts";

const EVERYTHING = join(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

const config = `connectors:
  servers:
    demo: {command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(EVERYTHING)}, stdio]}
`;

const CALL = `mcode-tools connector call connector__demo__echo --args '{"message": "hello 海"}'`;

const script = (command: string) => `steps:
  - calls: [{tool: bash, args: {command: ${JSON.stringify(command)}}}]
`;

async function play(command: string, flags: readonly string[]) {
  using at = turnHost({ "config.yaml": config, "turn.yaml": script(command) });
  const child = Bun.spawn(
    [...SOURCE_COMMAND, "run-turn", "--script", "turn.yaml", "--config", "config.yaml", "--json", ...flags],
    { cwd: at.path, env: { PATH: process.env.PATH, HOME: at.home }, stdin: "ignore", stderr: "pipe" },
  );
  const document = JSON.parse(await new Response(child.stdout).text());
  const [id = ""] = readdirSync(at.sessions);
  const lines = readFileSync(join(at.sessions, id, "transcript.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  const connectors = lines.map((line) => JSON.parse(line)).filter((line) => line.type === "connector");
  return { call: document.calls[0], connectors, exitCode: await child.exited };
}

test("a turn's bash calls a connector tool through mcode-tools, with one line in the transcript", async () => {
  const { call, connectors, exitCode } = await play(CALL, ["--permission", "full"]);
  expect(call.text).toContain("hello 海");
  expect(connectors).toHaveLength(1);
  expect(connectors[0]).toMatchObject({ tool: "connector__demo__echo", isError: false });
  expect(exitCode).toBe(0);
});

test("a rule denies the connector although bash is allowed", async () => {
  const { call, connectors } = await play(CALL, ["--permission", "full", "--deny", "connector__demo__*"]);
  expect(call.isError).toBe(true);
  expect(call.text).toContain("PERMISSION_DENIED");
  expect(connectors[0]).toMatchObject({ isError: true, deniedBy: "rule:deny connector__demo__*" });
});

test("a verifier has bash and no connectors", async () => {
  const { call } = await play("mcode-tools connector tools", ["--permission", "full", "--role", "verifier"]);
  expect(call.text.trim()).toBe("[]");
});
