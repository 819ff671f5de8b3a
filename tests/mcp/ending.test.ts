import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { listProcesses, markedProcesses } from "../../src/config/process-list.ts";
import { connected, oddServer } from "../support/mcp.ts";

const SUPPORT = resolve(import.meta.dirname, "../support");
const MARK = "TURNKIT_TEST_OWNER";

/** A host program with servers behind a launcher shell; all of them carry `owner` in their environment. */
async function startHost(owner: string, modes: readonly string[], more: readonly string[] = []) {
  const server = `"${process.execPath}" "${SUPPORT}/odd-server.ts"`;
  const commands = modes.map((mode) => ["/bin/sh", "-c", `${server} ${mode}; true`]);
  const host = Bun.spawn([process.execPath, `${SUPPORT}/mcp-host.ts`, JSON.stringify(commands), ...more], {
    env: { PATH: process.env.PATH, [MARK]: owner },
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await host.stdout.getReader().read();
  expect(String(Buffer.from(value ?? []))).toBe("ready\n");
  return host;
}

async function noneLeft(owner: string): Promise<void> {
  for (;;) {
    const left = await markedProcesses({ name: MARK, value: owner }, process.platform);
    if (left.length === 0) return;
    await Bun.sleep(50);
  }
}

describe("when the program ends, no server process is left", () => {
  test("f36: servers behind a launcher shell, after a normal end", async () => {
    const host = await startHost("normal", ["plain", "ignores-the-end"], ["exit"]);
    expect(await host.exited).toBe(0);
    expect(await markedProcesses({ name: MARK, value: "normal" }, process.platform)).toEqual([]);
  });

  test("f36: after SIGTERM", async () => {
    const host = await startHost("term", ["plain", "ignores-the-end"]);
    host.kill("SIGTERM");
    expect(await host.exited).toBe(0);
    expect(await markedProcesses({ name: MARK, value: "term" }, process.platform)).toEqual([]);
  });

  test("f36: after SIGKILL, those too that ignore the end of their stdin", async () => {
    const host = await startHost("kill", ["plain", "ignores-the-end"]);
    host.kill("SIGKILL");
    await host.exited;
    await noneLeft("kill");
  }, 20_000);

  test("the guardian goes with the connections", async () => {
    const connections = await connected([oddServer("plain")]);
    await connections.close();
    for (;;) {
      const all = await listProcesses(process.platform);
      const mine = all.filter((one) => one.parent === process.pid);
      if (mine.length === 0) break;
      await Bun.sleep(20);
    }
  });

  test("a server that ignores the end of stdin and SIGTERM is ended all the same", async () => {
    const connections = await connected([oddServer("ignores-the-end", { env: { [MARK]: "stubborn" } })]);
    await connections.close();
    expect(await markedProcesses({ name: MARK, value: "stubborn" }, process.platform)).toEqual([]);
  });
});
