/** The options of a program that runs another one; letters as in `nice -n 5 CMD`. */
export interface Wrapper {
  readonly flags?: string;
  readonly values?: string;
  /** Letters whose value can only be attached (`-i{}`); alone they are flags. */
  readonly attached?: string;
  readonly longFlags?: readonly string[];
  readonly longValues?: readonly string[];
  /** With one of these it runs nothing (`command -v`). */
  readonly lookups?: string;
  /** With one of these it runs text as code, or decides itself what to run. */
  readonly code?: readonly string[];
  /** `NAME=VALUE` may stand before the command. */
  readonly assignments?: boolean;
  /** Words between the options and the command (`timeout 5 CMD`). */
  readonly operands?: number;
}

/** The closed list of programs that are looked through, with the options that they are known by. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  command: { flags: "p", lookups: "vV" },
  builtin: {},
  exec: { flags: "cl", values: "a" },
  env: {
    flags: "i0v",
    values: "uC",
    longFlags: ["ignore-environment", "null", "debug"],
    longValues: ["unset", "chdir"],
    code: ["-S", "--split-string"],
    assignments: true,
  },
  nohup: {},
  setsid: { flags: "cfw", longFlags: ["ctty", "fork", "wait"] },
  nice: { values: "n", longValues: ["adjustment"] },
  ionice: { flags: "t", values: "cn", longValues: ["class", "classdata"], longFlags: ["ignore"] },
  timeout: {
    flags: "vf",
    values: "ks",
    longFlags: ["foreground", "preserve-status", "verbose"],
    longValues: ["kill-after", "signal"],
    operands: 1,
  },
  time: {
    flags: "apvlq",
    values: "fo",
    longFlags: ["append", "portability", "verbose", "quiet"],
    longValues: ["format", "output"],
  },
  stdbuf: { values: "ioe", longValues: ["input", "output", "error"] },
  xargs: {
    flags: "0rtpxo",
    values: "adEILnPsR",
    attached: "eil",
    longFlags: [
      "null",
      "no-run-if-empty",
      "verbose",
      "interactive",
      "exit",
      "open-tty",
      "eof",
      "max-lines",
      "replace",
    ],
    longValues: ["arg-file", "delimiter", "max-args", "max-procs", "max-chars", "process-slot-var"],
    code: ["-J"],
  },
  sudo: {
    flags: "AbEHknPSB",
    values: "CDghpRrTtUu",
    longFlags: ["askpass", "background", "preserve-env", "set-home", "non-interactive", "stdin"],
    longValues: ["user", "group", "prompt", "chdir", "host", "role", "type"],
    code: ["-s", "-i", "-e", "--shell", "--login", "--edit"],
    assignments: true,
  },
  doas: { flags: "nL", values: "aCu", code: ["-s"] },
};

/** A program that runs another one, of whose options only those that matter here are known. */
export interface Opaque {
  /** Options that take text as code. */
  readonly code?: readonly string[];
  /** Without one of these it starts a shell. */
  readonly needs?: readonly string[];
  /** With fewer words than these beside its options it starts a shell. */
  readonly operands?: number;
}

/** Further ones: whatever follows them may be the command. */
export const OPAQUE: Readonly<Record<string, Opaque>> = {
  busybox: {},
  toybox: {},
  chroot: { operands: 2 },
  chrt: {},
  taskset: {},
  flock: { code: ["-c", "--command"] },
  unshare: { operands: 1 },
  nsenter: { operands: 1 },
  runuser: { code: ["-c", "--command", "--session-command", "-l", "--login", "-"], needs: ["-u", "--user"] },
  setpriv: {},
  setarch: { operands: 2 },
  linux32: { operands: 1 },
  linux64: { operands: 1 },
  prlimit: {},
  "systemd-run": { code: ["-p", "--property", "-S", "--shell"] },
  "start-stop-daemon": {},
  strace: {},
  ltrace: {},
  valgrind: {},
  perf: { code: ["--pre", "--post"] },
  firejail: { operands: 1 },
  bwrap: {},
  proot: { operands: 1 },
  fakeroot: { operands: 1 },
  fakechroot: { operands: 1 },
  torsocks: { code: ["--shell"] },
  proxychains: {},
  proxychains4: {},
  unbuffer: {},
  rlwrap: { code: ["-z", "--filter"] },
  caffeinate: {},
  "dbus-run-session": {},
  "xvfb-run": {},
  gtimeout: {},
  gnice: {},
  gstdbuf: {},
  genv: {},
  gxargs: {},
  pkexec: { operands: 1 },
  chronic: {},
  ts: {},
  winpty: {},
  arch: {},
  coreutils: {},
  numactl: {},
  eatmydata: {},
  faketime: {},
  gosu: {},
  "su-exec": {},
  tini: {},
  "dumb-init": {},
  catatonit: {},
  cpulimit: {},
  chpst: {},
  softlimit: {},
  setuidgid: {},
  envdir: {},
  envuidgid: {},
  cgexec: {},
  entr: { code: ["-s"] },
};

/** The loader of programs runs the one that it is given: `ld-linux-x86-64.so.2`, `ld-musl-x86_64.so.1`, `ld.so`. */
const LOADER = /^ld(-[\w.-]+)?\.so(\.\d+)*$/;

/** What is known of a program that runs others by its options' names alone; undefined for every other one. */
export function opaqueProgram(name: string): Opaque | undefined {
  if (name.startsWith("ld") && LOADER.test(name)) return {};
  return Object.hasOwn(OPAQUE, name) ? OPAQUE[name] : undefined;
}

/** Names of all programs that are looked through; the documentation lists them. */
export const LOOKED_THROUGH: readonly string[] = ["find", ...Object.keys(WRAPPERS), ...Object.keys(OPAQUE)];
