import { execFile } from "node:child_process";
import { kill, pid as ownPid } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import {
  descendantsOf,
  listProcesses,
  markedAmong,
  type ProcessInfo,
  type ProcessMark,
} from "./process-list.ts";

export interface EndOptions {
  readonly platform: NodeJS.Platform;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** Finds also what has left the tree and its group. */
  readonly mark?: ProcessMark;
}

/** Milliseconds between two looks at who is still there. */
const POLL_MS = 20;
/** Looks after SIGKILL; each kills again what was forked meanwhile. */
const KILL_ROUNDS = 50;

/**
 * Ends processes with all that descends from them: SIGTERM, the grace, SIGKILL. A root's descendants are
 * found by parent, by process group (a root that leads one), and by mark, also when the root itself is gone.
 * Returns what could not be ended.
 */
export async function endProcessTrees(
  roots: readonly number[],
  options: EndOptions,
): Promise<readonly ProcessInfo[]> {
  if (options.platform === "win32") {
    await Promise.all(roots.map(taskkill));
    return [];
  }
  const known: Known = { members: new Map(), strangers: new Map() };
  let alive = await look(roots, options, known);
  send(alive, "SIGTERM");
  for (const end = performance.now() + options.graceMs; alive.length > 0 && performance.now() < end; ) {
    await sleep(POLL_MS);
    alive = await look(roots, options, known);
  }
  for (let round = 0; alive.length > 0 && round < KILL_ROUNDS; round++) {
    send(alive, "SIGKILL");
    await sleep(POLL_MS);
    alive = await look(roots, options, known);
  }
  return alive;
}

/** By pid. Members are remembered because their parents may go; strangers are not asked for the mark again. */
interface Known {
  readonly members: Map<number, ProcessInfo>;
  readonly strangers: Map<number, ProcessInfo>;
}

/** Who of the trees is alive now. */
async function look(
  roots: readonly number[],
  options: EndOptions,
  known: Known,
): Promise<readonly ProcessInfo[]> {
  const all = (await listProcesses(options.platform)).filter((one) => one.pid !== ownPid);
  const before = all.filter((one) => isSame(known.members, one));
  const unseen = all.filter((one) => !isSame(known.members, one) && !isSame(known.strangers, one));
  const marked = options.mark ? await markedAmong(unseen, options.mark, options.platform) : [];
  const heads = [...roots, ...before.map((one) => one.pid)];
  const members = [
    ...all.filter((one) => roots.includes(one.pid) || roots.includes(one.group)),
    ...heads.flatMap((pid) => descendantsOf(pid, all)),
    ...before,
    ...marked,
  ];
  const alive = new Map(members.map((one) => [one.pid, one]));
  for (const one of alive.values()) known.members.set(one.pid, one);
  // A child of ours may be on its way to its own environment (between fork and exec): asked again next time.
  for (const one of unseen) if (one.parent !== ownPid) known.strangers.set(one.pid, one);
  return [...alive.values()];
}

function isSame(known: ReadonlyMap<number, ProcessInfo>, one: ProcessInfo): boolean {
  return known.get(one.pid)?.started === one.started;
}

function send(processes: readonly ProcessInfo[], signal: "SIGTERM" | "SIGKILL"): void {
  for (const { pid } of processes) {
    try {
      kill(pid, signal);
    } catch {
      // Gone since the look, or not ours to end: the next look tells which.
    }
  }
}

/** By its whole path: a bare name would be looked for in the current folder first. */
const TASKKILL = "C:\\Windows\\System32\\taskkill.exe";

function taskkill(pid: number): Promise<void> {
  return new Promise((resolve) => {
    execFile(TASKKILL, ["/PID", String(pid), "/T", "/F"], () => resolve());
  });
}
