import { expect, test } from "bun:test";
import { listProcesses } from "../../src/config/process-list.ts";
import { createTaskBoard } from "../../src/tools/tasks/board.ts";
import { type ShellTurn, shellTurn } from "../support/shell.ts";
import { readTask } from "../support/task-output.ts";
import { workspace } from "../support/workspace.ts";

function taskTurn(folder: string, more: { handOver?: boolean } = {}): ShellTurn {
  return shellTurn(folder, { tasks: createTaskBoard(() => Date.now()), ...more });
}

async function started(
  turn: ShellTurn,
  command: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const result = await turn.bash({ command, run_in_background: true, ...more });
  expect(result.isError).toBeUndefined();
  return String(result.details?.task_id);
}

async function alive(pid: number): Promise<boolean> {
  return (await listProcesses(process.platform)).some((one) => one.pid === pid);
}

test("without task_output in the turn nothing is started in the background", async () => {
  using place = workspace();
  await using none = shellTurn(place.path);
  await using hidden = taskTurn(place.path);
  hidden.services.tasks?.setOffered(false);
  for (const turn of [none, hidden]) {
    const result = await turn.bash({ command: "touch started", run_in_background: true });
    expect(result.isError).toBe(true);
    expect(result.text).toContain("Nothing was started");
  }
  expect(await Bun.file(`${place.path}/started`).exists()).toBe(false);
});

test("a background command returns its id at once, is read to its end, and says how it ended", async () => {
  using place = workspace();
  await using turn = taskTurn(place.path);
  const id = await started(turn, "echo one; sleep 0.3; echo two >&2; exit 3");
  const { text, last } = await readTask(turn, id);
  expect(text).toBe("one\ntwo\n");
  expect(last).toBe(`[${id} failed (exit code 3); that was all of its 8 bytes]`);
  const query = await turn.task("query");
  expect(query.text).toContain(`${id} failed (exit code 3), 8 bytes of output: echo one;`);
});

test("a10: the first and the last line of a long background output can both be had, and all between", async () => {
  using place = workspace();
  await using turn = taskTurn(place.path);
  const id = await started(turn, "echo FIRST-ERR; seq -f 'line %.0f' 20000; echo END");
  const { text, pieces } = await readTask(turn, id);
  const lines = text.split("\n");
  expect(lines).toHaveLength(20_003);
  expect([lines[0], lines[1], lines[20_000], lines[20_001]]).toEqual([
    "FIRST-ERR",
    "line 1",
    "line 20000",
    "END",
  ]);
  expect(pieces).toBeGreaterThan(5);
  const again = await turn.task("output", { task_id: id, offset: 0 });
  expect(again.text).toStartWith("FIRST-ERR\nline 1\n");
  const file = (await turn.task("query", { task_id: id })).text.match(/output: (\/.*)\]$/m)?.[1] ?? "";
  expect((await Bun.file(file).text()).length).toBe(text.length);
});

test("a5: a character on the border of two reads is whole; a start that never ends shows once", async () => {
  using place = workspace();
  await using turn = taskTurn(place.path);
  const id = await started(turn, "head -c 20479 /dev/zero | tr '\\0' a; printf '😀\\342'");
  const { text, pieces } = await readTask(turn, id);
  expect(text.trimEnd()).toBe(`${"a".repeat(20_479)}😀\ufffd`);
  expect(pieces).toBeGreaterThan(1);
});

test("reading waits for output, and for the end, but not longer than it is told", async () => {
  using place = workspace();
  await using turn = taskTurn(place.path);
  const id = await started(turn, "until [ -e go ]; do sleep 0.05; done; echo went; sleep 97");
  const nothing = await turn.task("output", { task_id: id, wait_ms: 50 });
  expect(nothing.text).toBe(`[${id} running; that was all of its 0 bytes so far: go on with offset=0]`);
  const waiting = turn.task("output", { task_id: id, wait_ms: 60_000 });
  await turn.bash({ command: "touch go" });
  expect((await waiting).text).toStartWith("went\n");
  expect((await waiting).text).toContain("60000 is over the limit");
  expect((await turn.task("output", { task_id: id, offset: 900 })).isError).toBe(true);
});

test("task_stop ends the whole tree of a task; a second stop says that it is over", async () => {
  using place = workspace();
  await using turn = taskTurn(place.path);
  const id = await started(turn, "sh -c 'sleep 97 & echo $!; wait'; echo never");
  const first = await turn.task("output", { task_id: id, wait_ms: 5000 });
  const pid = Number(first.text.split("\n")[0]);
  expect(await alive(pid)).toBe(true);
  const stopped = await turn.task("stop", { task_id: id, reason: "enough" });
  expect(stopped.text).toContain("was ended (enough); it is canceled");
  expect(await alive(pid)).toBe(false);
  expect((await turn.task("stop", { task_id: id })).text).toContain("had ended by itself");
});

test("the end of the turn ends what still runs in the background; it is lost, and told", async () => {
  using place = workspace();
  await using turn = taskTurn(place.path);
  const over = await started(turn, "true");
  await readTask(turn, over);
  const id = await started(turn, "echo $$; sleep 97");
  const pid = Number((await turn.task("output", { task_id: id, wait_ms: 5000 })).text.split("\n")[0]);
  const lost = (await turn.services.tasks?.close()) ?? [];
  expect(lost.map((task) => [task.id, task.state])).toEqual([[id, "lost"]]);
  expect(await alive(pid)).toBe(false);
});

test("an unknown task, and an unknown state, are answered with what there is", async () => {
  using place = workspace();
  await using turn = taskTurn(place.path);
  expect((await turn.task("query")).text).toContain("no background tasks");
  const id = await started(turn, "true");
  for (const verb of ["query", "output", "stop"]) {
    const result = await turn.task(verb, { task_id: "bash-none" });
    expect(result.isError).toBe(true);
    expect(result.text).toContain(id);
  }
  expect((await turn.task("query", { status: "sleeping" })).text).toContain("queued, running");
});

test("a spawn failure in the background is one error result, and no task", async () => {
  using place = workspace();
  const programs = {
    ...shellTurn("/").services.programs,
    shell: async () => ({ path: "/nonexistent", name: "bash" }),
  };
  await using turn = shellTurn(place.path, { tasks: createTaskBoard(() => 0), programs });
  const result = await turn.bash({ command: "true", run_in_background: true });
  expect(result.isError).toBe(true);
  expect(turn.services.tasks?.list()).toEqual([]);
});

test("a foreground command that runs past 15 s goes on in the background, the same process, nothing lost", async () => {
  using place = workspace();
  await using turn = taskTurn(place.path, { handOver: true });
  const result = await turn.bash({ command: "echo $$; printf 'half '; sleep 15.5; echo line; echo end" });
  const id = String(result.details?.task_id);
  expect(result.isError).toBeUndefined();
  const [pid] = result.text.split("\n");
  expect(result.text).toBe(
    `${pid}\n(still running after 15 s: it goes on as background task ${id}. task_output with offset=${(pid?.length ?? 0) + 1} goes on after what is shown here)`,
  );
  expect(await alive(Number(pid))).toBe(true);
  const { text, last } = await readTask(turn, id);
  expect(text).toBe("half line\nend\n");
  expect(last).toContain("succeeded (exit code 0)");
}, 30_000);
