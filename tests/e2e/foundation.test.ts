import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BINARY, turnkit } from "../support/binary.ts";
import { workspace } from "../support/workspace.ts";

const SERVERS = resolve(import.meta.dirname, "../../node_modules/@modelcontextprotocol");
const server = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [join(SERVERS, name, "dist/index.js"), ...args],
});

const SCRIPT = (pattern: string): string =>
  JSON.stringify({
    steps: [
      {
        say: "Writing, then reading.",
        calls: [{ tool: "write", args: { path: "hello.txt", content: "hello\n" } }],
        expect: [{ call: 0, isError: false }],
      },
      {
        calls: [{ tool: "read", args: { path: "hello.txt" } }],
        expect: [{ call: 0, matches: pattern }],
      },
      { say: "Done." },
    ],
  });

test("the catalog of three real servers lists their tools beside the local ones", async () => {
  using folder = workspace();
  const mcp = folder.file(
    "mcp.json",
    JSON.stringify({
      mcpServers: {
        everything: server("server-everything"),
        filesystem: server("server-filesystem", folder.path),
        memory: server("server-memory"),
      },
    }),
  );
  const { stdout, stderr, exitCode } = await turnkit(
    ["catalog", "--mcp-config", mcp, "--format", "json", "--data-dir", join(folder.path, "data")],
    { cwd: folder.path },
  );
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  const { tools } = JSON.parse(stdout) as { tools: { name: string; serverName?: string }[] };
  const servers = new Set(tools.flatMap((tool) => tool.serverName ?? []));
  expect([...servers].sort()).toEqual(["everything", "filesystem", "memory"]);
  expect(tools.slice(0, 7).map((tool) => tool.name)).toEqual([
    "read",
    "write",
    "edit",
    "bash",
    "grep",
    "glob",
    "todowrite",
  ]);
}, 30_000);

test("explain says which stage took a tool away, and what would bring it in", async () => {
  using folder = workspace();
  const { stdout, exitCode } = await turnkit(
    ["catalog", "explain", "write", "--role", "explore", "--no-mcp"],
    {
      cwd: folder.path,
    },
  );
  expect(stdout).toMatch(/^\s+role\s+drop: /m);
  expect(stdout).toContain("--role");
  expect(exitCode).toBe(0);
});

test("a script whose expectations hold ends with 0, one whose do not with 3 and both values", async () => {
  using folder = workspace({ "good.yaml": SCRIPT("^\\s+1→hello"), "bad.yaml": SCRIPT("^\\s+1→goodbye") });
  const run = (script: string) =>
    turnkit(
      ["run-turn", "--script", script, "--permission", "full", "--data-dir", join(folder.path, "data")],
      {
        cwd: folder.path,
      },
    );
  const good = await run("good.yaml");
  expect(good).toMatchObject({ stdout: "Done.\n", exitCode: 0 });
  const bad = await run("bad.yaml");
  expect(bad.exitCode).toBe(3);
  expect(bad.stderr).toContain("goodbye");
  expect(bad.stderr).toContain("1→hello");
});

test("yes piped through truncate comes out bounded, its counts those of the whole", async () => {
  const bytes = 256 * 1024 * 1024;
  const child = Bun.spawn(["bash", "-c", `yes | head -c ${bytes} | "$0" truncate --json`, BINARY], {
    stdout: "pipe",
  });
  const { details, text } = JSON.parse(await new Response(child.stdout).text()) as {
    details: { original_bytes: number; returned_bytes: number };
    text: string;
  };
  expect(details.original_bytes).toBe(bytes);
  expect(details.returned_bytes).toBe(Buffer.byteLength(text));
  expect(details.returned_bytes).toBeLessThanOrEqual(24 * 1024);
}, 30_000);

test("d12: reading on with each note's offset gives a 4,000-line file exactly", async () => {
  const lines = Array.from({ length: 4_000 }, (_, i) => `第${i + 1}行 ${"x".repeat(i % 40)}`);
  using folder = workspace({ "long.txt": `${lines.join("\n")}\n` });
  const seen: string[] = [];
  let offset: number | undefined = 1;
  while (offset !== undefined) {
    const { stdout } = await turnkit(
      ["call", "read", "--args", JSON.stringify({ path: "long.txt", offset }), "--json"],
      { cwd: folder.path, env: { HOME: folder.path } },
    );
    const { text, details } = JSON.parse(stdout) as { text: string; details: { next_offset?: number } };
    const numbered = text.split("\n").filter((line) => /^ *\d+→/.test(line));
    seen.push(...numbered.map((line) => line.replace(/^ *\d+→/, "")));
    offset = details.next_offset;
    if (offset !== undefined) expect(text.split("\n").at(-1)).toContain(`offset=${offset}`);
  }
  expect(`${seen.join("\n")}\n`).toBe(readFileSync(join(folder.path, "long.txt"), "utf8"));
}, 30_000);

test("what was printed arrives whole at a slow reader", async () => {
  using folder = workspace({ "wide.txt": `${"y".repeat(1_200_000)}` });
  const child = Bun.spawn(
    ["bash", "-c", `"$0" truncate wide.txt --max-bytes 2M | (sleep 0.5; wc -c)`, BINARY],
    { cwd: folder.path, stdout: "pipe" },
  );
  expect((await new Response(child.stdout).text()).trim()).toBe("1200000");
});

test("a reader that goes away ends the program quietly", async () => {
  using folder = workspace();
  const child = Bun.spawn(
    ["bash", "-c", `"$0" catalog --no-mcp --format json | head -1; echo "\${PIPESTATUS[0]}"`, BINARY],
    {
      cwd: folder.path,
      stdout: "pipe",
      stderr: "pipe",
      env: { PATH: process.env.PATH, HOME: folder.path },
    },
  );
  expect(await new Response(child.stderr).text()).toBe("");
  expect(await new Response(child.stdout).text()).toBe("{\n0\n");
});
