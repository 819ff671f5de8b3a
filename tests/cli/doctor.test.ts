// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are what is tested.
import { expect, test } from "bun:test";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../../src/cli/doctor/types.ts";
import { runCli, testHost } from "../support/cli.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

async function doctor(space: Workspace, env: Record<string, string | undefined> = {}, args: string[] = []) {
  const all = { PATH: process.env.PATH, XDG_CACHE_HOME: join(space.path, "cache"), ...env };
  const host = testHost({ cwd: space.path, home: space.path, env: all });
  const ran = await runCli(["doctor", "--json", "--data-dir", "data", ...args], host);
  expect(ran.stderr).toBe("");
  const checks: Check[] = JSON.parse(ran.stdout).checks;
  const of = (check: string) => checks.filter((one) => one.check === check);
  return { exitCode: ran.exitCode, checks, of };
}

test("on this machine everything that turns need works, and exit is 0", async () => {
  using space = workspace();
  const { exitCode, checks, of } = await doctor(space);
  expect(checks.filter(({ status }) => status === "failed")).toEqual([]);
  expect(exitCode).toBe(0);
  expect(of("rg")[0]?.found).toMatch(/^\/.*rg, ripgrep \d+/);
  expect(of("shell")[0]?.found).toMatch(/^\/.*(bash|sh)$/);
  expect(of("data-dir")[0]?.found).toContain("is made on first use");
});

test("the report for people counts what it found and says how to mend it", async () => {
  using space = workspace({ "data/mcp.json": '{"mcpServers": {"a": {"command": "no-such-program-here"}}}' });
  const host = testHost({ cwd: space.path, home: space.path });
  const ran = await runCli(["doctor", "--data-dir", "data"], host);
  expect(ran.exitCode).toBe(3);
  expect(ran.stdout).toContain(
    'failed  mcp: the server "a" starts no-such-program-here, which is not on PATH\n',
  );
  expect(ran.stdout).toContain("        -> Install it, or write its absolute path into the file\n");
  expect(ran.stdout).toMatch(/\n\d+ ok, \d+ warnings?, 1 failed\n$/);
});

test("a fault of the configuration is a check with its position, and the others go on", async () => {
  using space = workspace({ "data/config.yaml": "permisions: {}\nhoks: x\n" });
  const { exitCode, checks, of } = await doctor(space);
  expect(exitCode).toBe(3);
  expect(of("config").map(({ status, found }) => `${status} ${found.replace(space.path, "")}`)).toEqual([
    'failed Cannot use the unknown key "permisions" (/data/config.yaml:1:1)',
    'failed Cannot use the unknown key "hoks" (/data/config.yaml:2:1)',
  ]);
  expect(of("config")[0]?.fix).toBe('Did you mean "permissions"?');
  expect(checks.length).toBeGreaterThan(6);
});

test("warnings of files are warnings, and secrets of servers do not show", async () => {
  using space = workspace({
    "data/config.yaml": "tols: 1\n",
    "data/mcp.json": '{"mcpServers": {"a": {"command": "${MY_TOKEN}"}}}',
  });
  const { of } = await doctor(space, { MY_TOKEN: "0123456789" });
  expect(of("config")).toMatchObject([{ status: "warning" }]);
  expect(of("mcp")[0]?.found).toBe('the server "a" starts [secret MY_TOKEN], which is not on PATH');
});

test("folders that are no folders, and ones that others can write, are told", async () => {
  using space = workspace({ data: "a file" });
  mkdirSync(join(space.path, "cache/turnkit"), { recursive: true });
  chmodSync(join(space.path, "cache/turnkit"), 0o777);
  const { exitCode, of } = await doctor(space);
  expect(exitCode).toBe(3);
  expect(of("data-dir")).toMatchObject([{ status: "failed", fix: expect.stringContaining("--data-dir") }]);
  expect(of("cache")).toMatchObject([{ status: "warning", fix: expect.stringContaining("chmod go-w") }]);
});

test("what the environment does to turns is told: mode, tools switched off, keys of models", async () => {
  using space = workspace({
    "data/config.yaml":
      "models: {m: {provider: openai, id: x, apiKeyEnv: MINE}, n: {provider: openai, id: x, apiKeyEnv: OURS}}\n",
  });
  const { of } = await doctor(space, {
    MAVIS_LOCAL_RUNTIME_DISABLE_TOOLS: "1",
    OURS: "k",
    OPENAI_API_KEY: "k",
  });
  const told = of("environment").map(({ found }) => found);
  expect(told).toContain("commands get a scrub environment, 2 variables are taken out");
  expect(told.some((found) => found.includes("no tool at all"))).toBe(true);
  expect(of("models").map(({ status, found }) => `${status} ${found}`)).toEqual([
    "warning models.m: MINE is not set",
    "ok models.n: OURS is set",
  ]);
});

test("without git that is a warning: nothing but code_review needs it", async () => {
  using space = workspace();
  const { exitCode, of } = await doctor(space, { PATH: space.path });
  expect(of("git")).toMatchObject([{ status: "warning" }]);
  expect(exitCode).toBe(0);
});

test("an artifact that does not fit is told with what serves turns instead", async () => {
  using space = workspace({ "data/turnkit/embedded/mcode-tools/cli.mjs": "1;" });
  const { of } = await doctor(space);
  expect(of("mcode-tools")[0]).toMatchObject({ status: "warning" });
  expect(of("mcode-tools")[0]?.found).toStartWith("resource_unavailable: ");
  expect(of("mcode-tools")[0]?.fix).toContain("The built-in connector serves turns");
});

test("mcode-tools is really started, and nothing of it stays", async () => {
  using space = workspace();
  const runtime = join(space.path, "r");
  mkdirSync(runtime, { mode: 0o700 });
  const { of } = await doctor(space, { XDG_RUNTIME_DIR: runtime });
  expect(of("mcode-tools")).toMatchObject([{ status: "ok", found: "ready" }]);
  expect([...new Bun.Glob("**").scanSync({ cwd: runtime, dot: true })]).toEqual([]);
  using off = workspace({ "data/config.yaml": "beta: {mcodeTools: false}\n" });
  expect((await doctor(off)).of("mcode-tools")[0]?.found).toContain("switched off");
});
