import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ConnectorAuth } from "../../src/config/types.ts";
import { TokenKeeper } from "../../src/mcode-tools/broker/token-keeper.ts";
import { tokenSource } from "../../src/mcode-tools/broker/token-sources.ts";
import { until } from "../support/until.ts";
import { workspace } from "../support/workspace.ts";

type PlainAuth = Exclude<ConnectorAuth, { oauth: unknown }>;

/** A keeper around a source, and what it was told of failures. */
function keeperOf(auth: PlainAuth, cwd: string, commandTimeoutMs?: number) {
  const told: string[] = [];
  const { env, platform } = process;
  const now = (): number => Date.now();
  const source = tokenSource(auth, { env, childEnv: env, cwd, platform, now, commandTimeoutMs });
  return { told, keeper: new TokenKeeper({ source, now, onFailure: (error) => told.push(String(error)) }) };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie that nobody waits for is no process that runs.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

const SLEEP = "sleep 300 & echo $! > pid";
const pidIn = (folder: string): number => Number(readFileSync(join(folder, "pid"), "utf8"));

describe("a token command", () => {
  test("b1: that leaves a child holding its output is done when it ends itself, and the child is ended", async () => {
    using folder = workspace();
    const script = `${SLEEP}; echo '{"accessToken": "left-behind-0123"}'`;
    const { keeper } = keeperOf({ command: ["sh", "-c", script] }, folder.path);
    expect(await keeper.lease(0)).toMatchObject({ accessToken: "left-behind-0123" });
    await until(() => !isAlive(pidIn(folder.path)));
  });

  test("b6: that hangs in a child is ended with it after its time, and the next lease tries again", async () => {
    using folder = workspace();
    const { keeper, told } = keeperOf({ command: ["sh", "-c", `${SLEEP}; wait`] }, folder.path, 400);
    expect(await keeper.lease(0)).toBeUndefined();
    expect(await keeper.status()).toMatchObject({ status: "error" });
    expect(told).toEqual([expect.stringContaining('"sh" failed (no end within 0.4 s)')]);
    await until(() => !isAlive(pidIn(folder.path)));
  });

  test("is ended with all it started when the host ends", async () => {
    using folder = workspace();
    const { keeper } = keeperOf({ command: ["sh", "-c", `${SLEEP}; wait`] }, folder.path);
    const lease = keeper.lease(0);
    await until(() => existsSync(join(folder.path, "pid")) && pidIn(folder.path) > 0);
    keeper.close();
    expect(await lease).toBeUndefined();
    await until(() => !isAlive(pidIn(folder.path)));
  });

  test("that prints without end is ended, and nothing of it is told", async () => {
    using folder = workspace();
    const { keeper, told } = keeperOf({ command: ["yes", "secret-0123"] }, folder.path);
    expect(await keeper.lease(0)).toBeUndefined();
    expect(told.join()).toContain("expected {");
    expect(told.join()).not.toContain("secret-0123");
  });
});

test("d6: a token file that is a pipe is refused at once", async () => {
  using folder = workspace();
  const file = join(folder.path, "pipe");
  execFileSync("mkfifo", ["-m", "600", file]);
  const { keeper, told } = keeperOf({ file }, folder.path);
  expect(await keeper.lease(0)).toBeUndefined();
  expect(told).toEqual([expect.stringContaining("expected a regular file")]);
});
