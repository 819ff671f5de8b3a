import { describe, expect, test } from "bun:test";
import { runCli, testHost } from "../support/cli.ts";
import { oddServer } from "../support/mcp.ts";
import { workspace } from "../support/workspace.ts";

/** A server with faulty definitions, listed once; everything after that comes from the cache. */
async function place(config = "") {
  const space = workspace({ "data/config.yaml": config });
  const { command, args } = oddServer("odd-schemas");
  space.file("data/mcp.json", JSON.stringify({ mcpServers: { odd: { command, args } } }));
  const run = (...argv: string[]) =>
    runCli([...argv, "--data-dir", "data"], testHost({ cwd: space.path, home: space.path }));
  await run("catalog");
  const lint = (...argv: string[]) => run("catalog", "lint", "--mcp-cache", "--quiet", ...argv);
  return { space, lint, [Symbol.dispose]: () => space[Symbol.dispose]() };
}

describe("turnkit catalog lint", () => {
  test("exit 3 from the severity that is asked for, 0 below it", async () => {
    using here = await place();
    expect((await here.lint()).exitCode).toBe(3);
    expect((await here.lint("--provider", "anthropic")).exitCode).toBe(3);
    const bedrock = await here.lint("--provider", "moonshot");
    expect(bedrock.stdout).toContain("broken-ref");
    expect((await here.lint("--fail-on", "info")).exitCode).toBe(3);
  });

  test("a server that did not answer is exit 1: what was not looked at is not clean", async () => {
    using space = workspace();
    const { command, args } = oddServer("fails-to-list");
    space.file("data/mcp.json", JSON.stringify({ mcpServers: { dead: { command, args } } }));
    const host = testHost({ cwd: space.path, home: space.path });
    const { stdout, stderr, exitCode } = await runCli(["catalog", "lint", "--data-dir", "data"], host);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^\d+ tools: 0 errors/);
    expect(stderr).toContain('Cannot give a verdict: "dead" did not answer');
  });

  test("a baseline leaves out what is known, and only that", async () => {
    using here = await place();
    const known = await here.lint("--provider", "gemini", "--format", "json");
    here.space.file("known.json", known.stdout);
    const clean = await here.lint("--provider", "gemini", "--baseline", "known.json");
    expect(clean.exitCode).toBe(0);
    expect(clean.stdout).toMatch(/0 errors, 0 warnings, 0 notes, \d+ ignored\n$/);
    expect((await here.lint("--baseline", "known.json")).exitCode).toBe(3);
  });

  test.each([
    ["missing.json", undefined, "there is no such file"],
    ["broken.json", "{", "broken.json:1:2"],
    ["other.json", "{}", "it is not the output of"],
  ])("a baseline %s is exit 2", async (name, text, words) => {
    using here = await place();
    if (text !== undefined) here.space.file(name, text);
    const { stdout, stderr, exitCode } = await here.lint("--baseline", name);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toContain(words);
  });

  test("what config.yaml ignores with a reason is left out", async () => {
    const ignore = '{rule: "*", tool: "mcp__odd__*", reason: "replaced in May"}';
    using here = await place(`lint:\n  ignore: [${ignore}]\n`);
    const { stdout, exitCode } = await here.lint();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\d+ ignored\n$/);
  });

  test("every format says the same findings", async () => {
    using here = await place();
    const { findings } = JSON.parse((await here.lint("--format", "json")).stdout);
    const sarif = JSON.parse((await here.lint("--format", "sarif")).stdout);
    expect(sarif.runs[0].results).toHaveLength(findings.length);
    const github = (await here.lint("--format", "github")).stdout;
    expect(github.trimEnd().split("\n")).toHaveLength(findings.length);
    expect(github).toContain("file=data/mcp.json,line=1,");
    const junit = (await here.lint("--format", "junit", "--fail-on", "info")).stdout;
    expect(junit.match(/<failure /g)).toHaveLength(findings.length);
    const text = (await here.lint("--format", "text")).stdout;
    expect(text.match(/^ {2}(error|warning|info) /gm)).toHaveLength(findings.length);
  });

  test("an unknown provider is wrong use", async () => {
    using here = await place();
    expect((await here.lint("--provider", "acme")).exitCode).toBe(2);
  });
});
