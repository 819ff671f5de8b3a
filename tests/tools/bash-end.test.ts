import { expect, test } from "bun:test";
import { listProcesses } from "../../src/config/process-list.ts";
import { shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

async function namedProcesses(pids: readonly number[]): Promise<number> {
  const all = await listProcesses(process.platform);
  return all.filter(({ pid }) => pids.includes(pid)).length;
}

test("b2: what is left in the background can go on printing after the result, and ends with the turn", async () => {
  using place = workspace();
  const turn = shellTurn(place.path);
  await turn.bash({
    command:
      "(for i in 1 2 3 4 5 6; do echo tick; sleep 0.1; done; echo alive > after; sleep 97) & echo $! > pid",
  });
  const after = Bun.file(`${place.path}/after`);
  while (!(await after.exists())) await Bun.sleep(20);
  const pid = Number(await Bun.file(`${place.path}/pid`).text());
  expect(await namedProcesses([pid])).toBe(1);
  const { ended, left } = await turn.services.processes.end();
  expect(ended.map((one) => one.pid)).toContain(pid);
  expect(left).toEqual([]);
  expect(await namedProcesses([pid])).toBe(0);
});

test("b6: what ignores SIGTERM is ended by SIGKILL", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const command = "trap '' TERM; echo $$ > pid; while :; do sleep 1; done";
  const result = await turn.bash({ command, timeout: 0.5 });
  expect(result.details).toMatchObject({ timed_out: true, signal: "SIGKILL" });
  expect(await namedProcesses([Number(await Bun.file(`${place.path}/pid`).text())])).toBe(0);
}, 15_000);

test("an abort ends the tree and keeps what was printed", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const abort = new AbortController();
  const result = await turn.bash(
    { command: "sh -c 'echo $$ > pid; echo before; sleep 97; true'" },
    { signal: abort.signal, onUpdate: () => abort.abort() },
  );
  expect(result.isError).toBe(true);
  expect(result.details).toMatchObject({ aborted: true });
  expect(result.text).toStartWith("before\n");
  expect(await namedProcesses([Number(await Bun.file(`${place.path}/pid`).text())])).toBe(0);
});

test("a stop of one command leaves another command's background child alone", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  await turn.bash({ command: "setsid sleep 97 & echo $! > other" });
  await turn.bash({ command: "sleep 97", timeout: 0.3 });
  const other = Number(await Bun.file(`${place.path}/other`).text());
  expect(await namedProcesses([other])).toBe(1);
});

test("a mark of an outer turn is passed on, so that its sweep finds the children of an inner turn", async () => {
  using place = workspace();
  const outer = shellTurn(place.path);
  const inherited = (await outer.bash({ command: 'printf %s "$TURNKIT_MARK"' })).text;
  const { createProcessScope } = await import("../../src/tools/process/scope.ts");
  const inner = shellTurn(place.path, {
    processes: createProcessScope({ platform: process.platform, inheritedMark: inherited }),
  });
  await inner.bash({ command: "setsid sleep 97 & echo $! > inner" });
  const pid = Number(await Bun.file(`${place.path}/inner`).text());
  expect((await outer.services.processes.end()).ended.map((one) => one.pid)).toContain(pid);
  await inner.services.processes.end();
});
