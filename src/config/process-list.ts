import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { kill } from "node:process";
import { promisify } from "node:util";
import { carriesMark } from "./process-mark.ts";

/** One living process (zombies are not listed). */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The program's name, for people; at most 15 bytes on Linux. */
  readonly name: string;
  /** Tells a process from a later one with the same pid; opaque. */
  readonly started: string;
}

/** An environment variable that children carry, so that none can hide by changing parents (process-mark.ts). */
export interface ProcessMark {
  readonly name: string;
  readonly value: string;
}

const run = promisify(execFile);
const PS_FIELDS = "pid=,ppid=,pgid=,state=,lstart=,ucomm=";

/** All processes that this user may see; empty on Windows, where trees are ended by `taskkill`. */
export async function listProcesses(platform: NodeJS.Platform): Promise<readonly ProcessInfo[]> {
  if (platform === "win32") return [];
  return platform === "linux" ? fromProc() : fromPs();
}

/**
 * When a process started, opaque (as `ProcessInfo.started`); undefined when it does not run, "" where the
 * system does not tell (Windows).
 */
export async function processStart(pid: number, platform: NodeJS.Platform): Promise<string | undefined> {
  if (platform === "linux") return (await readStat(pid))?.started;
  if (platform === "win32") return answersSignals(pid) ? "" : undefined;
  const { stdout } = await run("/bin/ps", ["-p", String(pid), "-o", PS_FIELDS]).catch(() => ({ stdout: "" }));
  return parsePsList(stdout)[0]?.started;
}

function answersSignals(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Those of `among` that carry the mark; none where environments of others cannot be read. */
export async function markedAmong(
  among: readonly ProcessInfo[],
  mark: ProcessMark,
  platform: NodeJS.Platform,
): Promise<readonly ProcessInfo[]> {
  if (platform === "win32" || among.length === 0) return [];
  if (platform === "linux") {
    const carries = await Promise.all(among.map((one) => environmentCarries(one.pid, mark)));
    return among.filter((_, index) => carries[index]);
  }
  const pids = await pidsCarrying(mark);
  return among.filter((one) => pids.has(one.pid));
}

/** All processes that carry the mark. */
export async function markedProcesses(
  mark: ProcessMark,
  platform: NodeJS.Platform,
): Promise<readonly ProcessInfo[]> {
  return markedAmong(await listProcesses(platform), mark, platform);
}

/** Children, their children and so on of `pid`, from one listing; without `pid` itself. */
export function descendantsOf(pid: number, all: readonly ProcessInfo[]): readonly ProcessInfo[] {
  const found: ProcessInfo[] = [];
  const wanted = new Set([pid]);
  for (let before = -1; before !== found.length; ) {
    before = found.length;
    for (const one of all) {
      if (!wanted.has(one.parent) || wanted.has(one.pid)) continue;
      wanted.add(one.pid);
      found.push(one);
    }
  }
  return found;
}

async function fromProc(): Promise<ProcessInfo[]> {
  const names = await readdir("/proc");
  const read = names.filter((name) => /^\d+$/.test(name)).map((name) => readStat(Number(name)));
  return (await Promise.all(read)).filter((one) => one !== undefined);
}

async function readStat(pid: number): Promise<ProcessInfo | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses and may hold anything, so fields start after it.
    const end = text.lastIndexOf(")");
    const fields = text.slice(end + 2).split(" ");
    const [state, parent, group] = fields;
    if (state === undefined || state === "Z" || state === "X") return undefined;
    const name = text.slice(text.indexOf("(") + 1, end);
    return { pid, parent: Number(parent), group: Number(group), name, started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

async function environmentCarries(pid: number, mark: ProcessMark): Promise<boolean> {
  try {
    const text = await readFile(`/proc/${pid}/environ`, "latin1");
    return holdsMark(text.split("\0"), mark);
  } catch {
    return false;
  }
}

function holdsMark(settings: readonly string[], { name, value }: ProcessMark): boolean {
  const start = `${name}=`;
  return settings.some((one) => one.startsWith(start) && carriesMark(one.slice(start.length), value));
}

async function fromPs(): Promise<ProcessInfo[]> {
  const { stdout } = await run("/bin/ps", ["-axo", PS_FIELDS], PS_OPTIONS);
  return parsePsList(stdout);
}

/** Reads `ps -o pid=,ppid=,pgid=,state=,lstart=,ucomm=`; a start time is five words. */
export function parsePsList(stdout: string): ProcessInfo[] {
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent, group, state, ...rest] = line.trim().split(/\s+/);
    if (pid === undefined || pid === "" || state?.startsWith("Z")) return [];
    const started = rest.slice(0, 5).join(" ");
    const name = rest.slice(5).join(" ");
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), name, started }];
  });
}

async function pidsCarrying(mark: ProcessMark): Promise<ReadonlySet<number>> {
  const { stdout } = await run("/bin/ps", ["-axEww", "-o", "pid=,command="], PS_OPTIONS);
  const lines = stdout.split("\n").filter((line) => holdsMark(line.split(" "), mark));
  return new Set(lines.map((line) => Number.parseInt(line, 10)));
}

/** Bytes of a listing with every environment in it. */
const PS_OPTIONS = { maxBuffer: 64 * 1024 * 1024 };
