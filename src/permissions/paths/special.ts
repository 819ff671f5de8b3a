import { type Stats, statfsSync } from "node:fs";
import { posix } from "node:path";

const PROCESS_PARTS =
  "environ|mem|maps|smaps|smaps_rollup|numa_maps|pagemap|auxv|fd|fdinfo|map_files|stack|syscall";
/** Other processes' memory, environment and open files, and this one's (20-local-tools). */
const PROCESS_FILE = new RegExp(`^/proc/[^/]+(/task/[^/]+)?/(${PROCESS_PARTS})(/|$)`);
const PROCESS_PART = new RegExp(`^(${PROCESS_PARTS}|kcore)$`);
const SYSTEM_FILE =
  /^\/(proc\/(kcore|kmem|kpage[a-z]+)|dev\/(fd|stdin|stdout|stderr|tty|ptmx|mem|kmem|port))(\/|$)/;
const PROC_FILE_SYSTEM = 0x9f_a0;

/** Whether a name alone says that reading would take memory, keys or somebody's input. Judged before opening. */
export function isSpecialName(path: string): boolean {
  if (!path.startsWith("/proc/") && !path.startsWith("/dev/")) return false;
  return PROCESS_FILE.test(path) || SYSTEM_FILE.test(path);
}

/** What a search below a folder need not even open, as ripgrep globs anchored there. */
export function specialGlobsBelow(folder: string): readonly string[] {
  if (folder === "/") return ["/proc/", "/dev/"];
  if (!/^\/proc(\/|$)/.test(folder)) return folder === "/dev" ? DEVICE_GLOBS : [];
  return [...PROCESS_PARTS.split("|"), "kcore", "kmem", "kpage*"].flatMap((name) => [name, `${name}/`]);
}

const DEVICE_GLOBS: readonly string[] = [
  "fd",
  "stdin",
  "stdout",
  "stderr",
  "tty",
  "ptmx",
  "mem",
  "kmem",
  "port",
];

export type SpecialKind = "fifo" | "socket" | "blockDevice" | "characterDevice";

/** What kind of thing that is no file and no folder; opening a FIFO would already eat its data. */
export function specialKind(stat: Stats): SpecialKind | undefined {
  if (stat.isFIFO()) return "fifo";
  if (stat.isSocket()) return "socket";
  if (stat.isBlockDevice()) return "blockDevice";
  if (stat.isCharacterDevice()) return "characterDevice";
  return undefined;
}

/** A second `/proc` mounted elsewhere: its files have size 0, so other files cost nothing here. */
export function isForeignProcFile(path: string, stat: Stats): boolean {
  if (stat.size !== 0 || !stat.isFile() || !PROCESS_PART.test(posix.basename(path))) return false;
  try {
    return Number(statfsSync(path).type) === PROC_FILE_SYSTEM;
  } catch {
    return false;
  }
}
