import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { markedProcesses } from "../../src/config/process-list.ts";
import { startTurnkit } from "../support/binary.ts";
import { workspace } from "../support/workspace.ts";

/** More with TURNKIT_INTERRUPTED_TURNS=200. */
const TURNS = Number(process.env.TURNKIT_INTERRUPTED_TURNS ?? 12);
const OWNER = "TURNKIT_TEST_OWNER";

/** Commands that leave children in every way; searches and writes between them. */
const STEPS = [
  {
    tool: "bash",
    args: { command: "sleep 611 & setsid sleep 612 & (setsid sh -c 'sleep 613 &'); echo left" },
  },
  { tool: "bash", args: { command: "sleep 614; true", run_in_background: true } },
  { tool: "grep", args: { pattern: "needle", output_mode: "content" } },
  { tool: "write", args: { path: "out.txt", content: "x".repeat(200_000) } },
  { tool: "glob", args: { pattern: "**" } },
  { tool: "bash", args: { command: "seq 300000; sh -c 'trap \"\" INT; sleep 615'; true" } },
];

test(`${TURNS} turns that are interrupted at any moment leave no process and no temporary file behind`, async () => {
  using work = workspace({ "a.txt": "needle\n" });
  using home = workspace();
  using temporary = workspace();
  const script = home.file("turn.yaml", JSON.stringify({ steps: STEPS.map((call) => ({ calls: [call] })) }));
  for (let turn = 0; turn < TURNS; turn++) {
    const owner = `turn-${turn}`;
    const child = startTurnkit(["run-turn", "--no-mcp", "--permission", "full", "--script", script], {
      cwd: work.path,
      env: { HOME: home.path, TMPDIR: temporary.path, [OWNER]: owner },
    });
    // From before its first line of code until well into the last command.
    await Bun.sleep((turn * 97) % 1200);
    child.kill(turn % 2 === 0 ? "SIGINT" : "SIGTERM");
    const code = await child.exited;
    const told = `turn ${turn} ended with ${child.signalCode ?? code}: ${await new Response(child.stderr).text()}`;
    const left = await markedProcesses({ name: OWNER, value: owner }, process.platform);
    expect([told, left]).toEqual([told, []]);
  }
  expect(readdirSync(temporary.path)).toEqual([]);
  expect(readdirSync(work.path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  const sessions = join(home.path, ".minimax/turnkit/sessions");
  for (const session of readdirSync(sessions)) {
    const names = readdirSync(join(sessions, session), { recursive: true }).map(String);
    expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
  }
}, 1_200_000);
