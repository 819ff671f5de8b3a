import { describe, expect, test } from "bun:test";
import { openSync } from "node:fs";
import { BINARY, turnkit } from "../support/binary.ts";

describe("wrong use says what is wrong with which word, and where help is", () => {
  test.each([
    [["--nope"], "--nope", "turnkit --help"],
    [["--workspace"], "--workspace", "turnkit --help"],
    [["catalog", "--rolee", "explore"], "--rolee", 'did you mean "--role"?'],
    [["catalog", "--color", "blue"], "--color", "turnkit catalog --help"],
    [["catalog", "--color"], "--color", "turnkit catalog --help"],
    [["catalog", "explain"], "TOOL", "turnkit catalog explain --help"],
    [["truncate", "--max-bytes", "abc"], "--max-bytes", "turnkit truncate --help"],
    [["catalog", "--role", "worker", "--role", "explore"], "--role", "turnkit catalog --help"],
  ])("%p names %s", async (args, where, hint) => {
    const { stdout, stderr, exitCode } = await turnkit(args);
    expect(stdout).toBe("");
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toEndWith(` (${where})`);
    expect(lines[1]).toContain(hint);
    expect(exitCode).toBe(2);
  });

  test.each([
    [["mcp", "ad"], 'did you mean "add"?'],
    [["catalog", "lits"], 'did you mean "list"'],
    [["catalgo"], 'did you mean "catalog"?'],
    [["help"], 'did you mean "--help"?'],
    [["version"], 'did you mean "--version"?'],
    [["-V"], 'did you mean "--version" or "--verbose"?'],
    [["--worksapce", "x", "catalog"], 'did you mean "--workspace"?'],
    [["mcp"], "turnkit mcp add"],
    [["lease", "--json"], "turnkit lease exec"],
  ])("%p hints at what was meant", async (args, hint) => {
    const { stderr, exitCode } = await turnkit(args);
    expect(stderr).toMatch(/^error: .*\nhint: .*\n$/);
    expect(stderr).toContain(hint);
    expect(exitCode).toBe(2);
  });
});

test("turnkit alone prints its help", async () => {
  const [alone, asked] = await Promise.all([turnkit([]), turnkit(["--help"])]);
  expect(alone).toEqual(asked);
  expect(alone.exitCode).toBe(0);
});

test("--version may stand behind other global flags", async () => {
  expect(await turnkit(["--quiet", "--version"])).toEqual(await turnkit(["--version"]));
});

describe.skipIf(process.platform !== "linux")("an output that cannot be written", () => {
  async function onto(fd: 1 | 2, args: readonly string[]) {
    const full = openSync("/dev/full", "w");
    const child = Bun.spawn([BINARY, ...args], {
      env: { HOME: "/nonexistent" },
      stdio: ["ignore", fd === 1 ? full : "pipe", fd === 2 ? full : "pipe"],
    });
    const other = fd === 1 ? child.stderr : child.stdout;
    const [text, exitCode] = await Promise.all([new Response(other as ReadableStream).text(), child.exited]);
    return { text, exitCode };
  }

  const PRINTING = [
    "--version",
    "--quiet --version",
    "--help",
    "catalog --help",
    "schema",
    "catalog --no-mcp",
  ];
  const MORE = [
    "mcode-tools --help",
    "completions bash",
    "sessions list",
    "truncate /proc/version",
    "run-turn --demo",
  ];

  test.each([...PRINTING, ...MORE])("of `%s` on stdout is one error line and exit 1", async (words) => {
    const { text, exitCode } = await onto(1, words.split(" "));
    expect(text).toEndWith("error: Cannot write the output: the disk is full (stdout)\n");
    expect(exitCode).toBe(1);
  });

  test.each([...PRINTING, ...MORE])("of `%s` because stdout is closed is told too", async (words) => {
    const child = Bun.spawn(["bash", "-c", `exec "$0" ${words} >&-`, BINARY], {
      env: { HOME: "/nonexistent" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [text, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
    expect(text).toEndWith("error: Cannot write the output: it is closed (stdout)\n");
    expect(exitCode).toBe(1);
  });

  test.each(["--version", "--help"])("of `%s` to the null device is no failure", async (word) => {
    const child = Bun.spawn([BINARY, word], { stdio: ["ignore", "ignore", "pipe"] });
    expect(await new Response(child.stderr).text()).toBe("");
    expect(await child.exited).toBe(0);
  });

  test("on stderr does not change the exit code", async () => {
    expect(await onto(2, ["catalog", "--nope"])).toEqual({ text: "", exitCode: 2 });
  });
});
