import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a command line did, told by the real bash. */
export interface Trace {
  /** Each program that was started, as its words one space apart; `? NAME` for one that was not found. */
  readonly ran: readonly string[];
  /** Files that it made in its folder. */
  readonly made: readonly string[];
}

/** The slow judge: runs a command line with nothing but tracing programs on its PATH, as nobody, bounded. */
export interface TracingShell {
  trace(command: string): Trace;
  [Symbol.dispose](): void;
}

const SHIMS = ["git", "ls", "evil", "cat"];
const REAL = [
  ...[
    "env",
    "nice",
    "timeout",
    "xargs",
    "find",
    "sh",
    "bash",
    "nohup",
    "setsid",
    "stdbuf",
    "ionice",
    "taskset",
  ],
  ...["flock", "prlimit", "setarch", "chrt"],
];
/** A user without rights, so that no command line can do harm outside its folder. */
const NOBODY = 54_321;

export function tracingShell(): TracingShell {
  const root = mkdtempSync(join(tmpdir(), "turnkit-trace-"));
  const log = join(root, "log");
  const work = join(root, "work");
  const reset = () => {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work);
    symlinkSync(join(root, "bin"), join(work, "bin"));
    symlinkSync(join(root, "other"), join(work, "other"));
    writeFileSync(join(work, "a"), "a\n");
    writeFileSync(join(work, "names.txt"), "victim\n");
    for (const name of [work, join(work, "a")]) chmodSync(name, 0o777);
    writeFileSync(log, "");
    chmodSync(log, 0o666);
  };
  const shim = (place: string, name: string) => {
    const file = join(root, place);
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\0' "${name} $*" >> '${log}'\n`);
    chmodSync(file, 0o755);
  };
  for (const folder of ["bin", "other"]) mkdirSync(join(root, folder));
  chmodSync(root, 0o755);
  for (const name of SHIMS) shim(`bin/${name}`, name);
  // What runs when a command line changed where programs are found.
  shim("other/git", "other git");
  for (const name of REAL) symlinkSync(Bun.which(name) ?? "", join(root, "bin", name));
  const hook = join(root, "hook");
  writeFileSync(hook, `command_not_found_handle() { printf '? %s\\0' "$1" >> '${log}'; return 127; }\n`);
  chmodSync(hook, 0o644);
  const asNobody =
    process.getuid?.() === 0 ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
  const limits = "ulimit -u 60 2>/dev/null; ulimit -t 2; ulimit -f 2000";
  const start = [
    ...asNobody,
    "/bin/bash",
    "-c",
    `${limits}; PATH=$1 HOME=$PWD BASH_ENV=$2 exec -c /bin/env PATH="$1" HOME="$PWD" BASH_ENV="$2" LANG=C.UTF-8 timeout -s KILL 3 /bin/bash -c "$0"`,
  ];
  const trace = (command: string): Trace => {
    reset();
    Bun.spawnSync([...start, command, join(root, "bin"), hook], {
      cwd: work,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    const before = new Set(["bin", "other", "a", "names.txt"]);
    return {
      ran: readFileSync(log, "utf8")
        .split("\0")
        .filter((entry) => entry !== ""),
      made: readdirSync(work).filter((name) => !before.has(name)),
    };
  };
  return { trace, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
