import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** One living process (zombies are not listed). */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Tells a process from a later one with the same pid; opaque. */
  readonly started: string;
}

/** An environment variable that every child of one turn carries, so that none can hide by changing parents. */
export interface ProcessMark {
  readonly name: string;
  readonly value: string;
}

const run = promisify(execFile);

/** All processes that this user may see; empty on Windows, where trees are ended by `taskkill`. */
export async function listProcesses(platform: NodeJS.Platform): Promise<readonly ProcessInfo[]> {
  if (platform === "win32") return [];
  return platform === "linux" ? fromProc() : fromPs();
}

/** Processes that carry the mark; empty where environments of others cannot be read. */
export async function markedProcesses(
  mark: ProcessMark,
  platform: NodeJS.Platform,
): Promise<readonly ProcessInfo[]> {
  const words = `${mark.name}=${mark.value}`;
  const all = await listProcesses(platform);
  if (platform === "linux") {
    const carries = await Promise.all(all.map((one) => environmentHolds(one.pid, words)));
    return all.filter((_, index) => carries[index]);
  }
  if (platform === "win32") return [];
  const pids = await pidsWithEnvironment(words);
  return all.filter((one) => pids.has(one.pid));
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
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group] = fields;
    if (state === undefined || state === "Z" || state === "X") return undefined;
    return { pid, parent: Number(parent), group: Number(group), started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

async function environmentHolds(pid: number, words: string): Promise<boolean> {
  try {
    const text = await readFile(`/proc/${pid}/environ`, "latin1");
    return text.split("\0").includes(words);
  } catch {
    return false;
  }
}

async function fromPs(): Promise<ProcessInfo[]> {
  const { stdout } = await run("/bin/ps", ["-axo", "pid=,ppid=,pgid=,state=,lstart="]);
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (pid === undefined || pid === "" || state?.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: started.join(" ") }];
  });
}

async function pidsWithEnvironment(words: string): Promise<ReadonlySet<number>> {
  const { stdout } = await run("/bin/ps", ["-axEww", "-o", "pid=,command="], { maxBuffer: 64 * 1024 * 1024 });
  const lines = stdout.split("\n").filter((line) => line.split(" ").includes(words));
  return new Set(lines.map((line) => Number.parseInt(line, 10)));
}
