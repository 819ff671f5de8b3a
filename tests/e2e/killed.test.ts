import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { markedProcesses } from "../../src/config/process-list.ts";
import { startTurnkit } from "../support/binary.ts";

const MARK = "TURNKIT_TEST_OWNER";

/** Deaf to polite signals, and with a child that has left the process group. */
const COMMAND = "trap '' INT TERM HUP; setsid sleep 600 & sleep 600";

let folder: string;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnkit 殺 "));
  script = join(folder, "turn.yaml");
  await writeFile(
    script,
    JSON.stringify({ steps: [{ calls: [{ tool: "bash", args: { command: COMMAND } }] }] }),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function carrying(owner: string): Promise<number> {
  return (await markedProcesses({ name: MARK, value: owner }, process.platform)).length;
}

/** Starts the turn and waits until its command and both of the command's children run. */
async function startedTurn(owner: string) {
  const turn = startTurnkit(["run-turn", "--no-mcp", "--permission", "full", "--script", script], {
    cwd: folder,
    env: { HOME: folder, [MARK]: owner },
  });
  while ((await carrying(owner)) < 4) await Bun.sleep(20);
  return turn;
}

test.each([
  ["SIGKILL", ["SIGKILL"]],
  ["the end of its terminal", ["SIGHUP"]],
  ["a second Ctrl-C", ["SIGINT", "SIGINT"]],
] as const)("what a command started does not outlive a turn that ends by %s", async (owner, signals) => {
  const turn = await startedTurn(owner);
  for (const signal of signals) {
    turn.kill(signal);
    await Bun.sleep(300);
  }
  await turn.exited;
  while ((await carrying(owner)) > 0) await Bun.sleep(50);
  expect(await carrying(owner)).toBe(0);
});
