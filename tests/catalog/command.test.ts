import { describe, expect, test } from "bun:test";
import { markedProcesses } from "../../src/config/process-list.ts";
import { runCli, testHost } from "../support/cli.ts";
import { EVERYTHING, oddServer, realServer } from "../support/mcp.ts";
import { workspace } from "../support/workspace.ts";

const everything = realServer("everything", EVERYTHING);
const odd = (mode: string, id?: string) => oddServer(mode, {}, id);

/** mcp.json in a data folder, and a host that lives there. */
function place(servers: Readonly<Record<string, object>> = {}) {
  const space = workspace({ "data/mcp.json": JSON.stringify({ mcpServers: servers }) });
  const run = (...argv: string[]) => {
    const host = testHost({ cwd: space.path, home: space.path });
    return runCli(["catalog", ...argv, "--data-dir", "data"], host);
  };
  return { run, [Symbol.dispose]: () => space[Symbol.dispose]() };
}

const command = ({ command, args, env }: typeof everything) => ({ command, args, env });

describe("turnkit catalog", () => {
  test("lists the local tools and those of a real server, and the totals below", async () => {
    using here = place({ everything: command(everything) });
    const { stdout, exitCode } = await here.run();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^NAME +SOURCE +MODE +TOKENS +SERVER\n/);
    expect(stdout).toMatch(/^write +builtin +sequential +\d+$/m);
    expect(stdout).toMatch(/^mcp__everything__echo +configured +parallel +\d+ +everything\/echo$/m);
    expect(stdout).toMatch(
      /\n\d+ tools offered, [\d,]+ tokens \(\d\.\d % of 200,000\), 1 dropped, 0 deferred\n$/,
    );
  });

  test("prints the same JSON bytes twice, with the facts that it was made by", async () => {
    using here = place({ b: command(odd("plain", "b")), a: command(odd("plain", "a")) });
    const argv = ["--format", "json", "--role", "worker", "--model", "x/y/z", "--supports", "image"];
    const first = await here.run(...argv, "--context-window", "1000");
    expect(await here.run(...argv, "--context-window", "1000")).toEqual(first);
    const document = JSON.parse(first.stdout);
    expect(document.facts).toEqual({
      host: "cli",
      surface: "cli",
      agent: "worker",
      role: "worker",
      trusted: true,
      model: { provider: "x", id: "y/z", contextWindow: 1000, supports: ["image"] },
    });
    expect(Object.keys(document)).toEqual(["schemaVersion", "facts", "tools", "totals", "diagnostics"]);
    const servers = document.tools.flatMap((tool: { serverName?: string }) => tool.serverName ?? []);
    expect(servers).toEqual(["b", "a"]);
  });

  test("names one tool a line; --no-mcp starts nothing", async () => {
    using here = place({ dead: { command: "/nowhere" } });
    const { stdout, stderr, exitCode } = await here.run("--no-mcp", "--format", "names");
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout.split("\n")).toContain("todowrite");
  });

  test("a dead server is one line on stderr, its secrets masked, and costs only itself", async () => {
    using here = place({
      dead: {
        command: process.execPath,
        args: ["-e", "console.error(process.env.API_TOKEN); process.exit(1)"],
        env: { API_TOKEN: "t0ps3cret!" },
      },
      alive: command(odd("plain")),
    });
    const { stdout, stderr, exitCode } = await here.run();
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      "error: The server failed while initializing: it ended with exit code 1; its last words on stderr: [secret API_TOKEN] (dead)\n",
    );
    expect(stdout).toContain("mcp__alive__search");
  });

  test("f36: an interrupted listing ends the servers that were starting", async () => {
    const owner = "interrupted-listing";
    const server = { ...command(odd("silent")), env: { TURNKIT_TEST_OWNER: owner } };
    using space = workspace({ "data/mcp.json": JSON.stringify({ mcpServers: { server } }) });
    const host = testHost({ cwd: space.path, home: space.path, signal: AbortSignal.timeout(300) });
    const { stdout, stderr } = await runCli(["catalog", "--data-dir", "data", "--json"], host);
    expect(stdout).toBe("");
    expect(stderr).toBe("error: Stopped before every server had answered: there is no catalog\n");
    const mark = { name: "TURNKIT_TEST_OWNER", value: owner };
    expect(await markedProcesses(mark, process.platform)).toEqual([]);
  });

  test("--all tells the dropped tools, with stage and reason", async () => {
    using here = place({ s: command(odd("plain")) });
    const { stdout } = await here.run("--all", "--role", "explore");
    expect(stdout).toMatch(/^write +dropped +builtin .* role: the role explore does not have it$/m);
    expect(stdout).toMatch(/^mcp__s__search +dropped +configured .* role-mcp: /m);
  });

  test.each([
    ["--role", "king"],
    ["--surface", "moon"],
    ["--supports", "smell"],
    ["--context-window", "0"],
    ["--mcp-timeout", "soon"],
    ["--model", "nonsense"],
    ["--mcp-config", "missing.json"],
  ] as const)("%s %s is wrong use: one line and exit 2", async (name, value) => {
    using here = place();
    const { stdout, stderr, exitCode } = await here.run(name, value);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toMatch(/^error: .+\n(hint: .+\n?)?$/);
  });
});

describe("turnkit catalog explain", () => {
  test("prints one line per stage, and what would bring the tool in", async () => {
    using here = place();
    const { stdout, exitCode } = await here.run("explain", "write", "--role", "explore");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^write: dropped\n {2}source +pass\n/);
    expect(stdout).toContain("drop: the role explore does not have it\n");
    expect(stdout).toMatch(/what would bring it in:\n {2}flag: /);
  });

  test("finds an MCP tool by server/tool, and prints JSON in the fixed shape", async () => {
    using here = place({ s: command(odd("plain")) });
    const { stdout } = await here.run("explain", "s/search", "--format", "json");
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ schemaVersion: 1, tool: "mcp__s__search", status: "offered" });
    expect(document.stages[0]).toEqual({ stage: "source", verdict: "pass" });
  });

  test("a known tool without its adapter is dropped at the source, with the key to set", async () => {
    using here = place();
    const { stdout } = await here.run("explain", "web_search", "--json");
    const { status, stages, bringIn } = JSON.parse(stdout);
    expect(status).toBe("dropped");
    expect(stages[0]).toMatchObject({ stage: "source", verdict: "drop" });
    expect(bringIn[0].how).toContain("tools.webSearch");
  });

  test("an unknown name gets the nearest names and exit 2", async () => {
    using here = place();
    const { stdout, stderr, exitCode } = await here.run("explain", "wriet");
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toBe('error: There is no tool "wriet" in any source\nhint: did you mean "write"?\n');
  });
});
