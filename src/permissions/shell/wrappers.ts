import { programName, type Words } from "./program-name.ts";
import { HOLE } from "./types.ts";

/** The options of a program that runs another one; letters as in `nice -n 5 CMD`. */
interface Wrapper {
  readonly flags?: string;
  readonly values?: string;
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
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
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
    longFlags: ["null", "no-run-if-empty", "verbose", "interactive", "exit", "open-tty"],
    longValues: [
      "arg-file",
      "delimiter",
      "max-lines",
      "max-args",
      "max-procs",
      "max-chars",
      "process-slot-var",
    ],
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

/** Further ones whose options are not known here: whatever follows them may be the command. */
const OPAQUE: ReadonlySet<string> = new Set([
  "busybox",
  "toybox",
  "chroot",
  "chrt",
  "taskset",
  "flock",
  "unshare",
  "nsenter",
  "runuser",
  "setpriv",
  "setarch",
  "linux32",
  "linux64",
  "prlimit",
  "systemd-run",
  "start-stop-daemon",
  "strace",
  "ltrace",
  "valgrind",
  "perf",
  "firejail",
  "bwrap",
  "proot",
  "fakeroot",
  "fakechroot",
  "torsocks",
  "proxychains",
  "proxychains4",
  "unbuffer",
  "rlwrap",
  "caffeinate",
  "dbus-run-session",
  "xvfb-run",
  "gtimeout",
  "gnice",
  "gstdbuf",
  "genv",
  "gxargs",
  "pkexec",
  "chronic",
  "ts",
  "winpty",
  "arch",
]);

/** Names of all programs that are looked through; the documentation lists them. */
export const LOOKED_THROUGH: readonly string[] = ["find", ...Object.keys(WRAPPERS), ...OPAQUE];

export interface LookedThrough {
  /** What it runs besides itself. */
  readonly commands: readonly Words[];
  /** Why that cannot be told. */
  readonly unresolved?: string;
}

const NOTHING: LookedThrough = { commands: [] };

/** What a program that runs others would run; nothing for every other program. */
export function lookThrough(words: Words): LookedThrough {
  const name = programName(words[0]);
  if (name === undefined) return NOTHING;
  const rest = words.slice(1);
  if (name === "find" || name === "gfind") return throughFind(rest);
  if (OPAQUE.has(name)) return everySuffix(rest);
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  return wrapper === undefined ? NOTHING : throughWrapper(name, wrapper, rest);
}

function throughWrapper(name: string, wrapper: Wrapper, rest: Words): LookedThrough {
  let index = 0;
  for (; index < rest.length; index++) {
    const word = rest[index] ?? "";
    if (word === "--") {
      index += 1;
      break;
    }
    const step = optionStep(wrapper, word);
    if (step === "command") break;
    if (step === "lookup") return NOTHING;
    if (step === "code") return { commands: [], unresolved: `${name} ${word}` };
    if (step === "unknown") return everySuffix(rest);
    index += step;
  }
  // Not only `NAME=VALUE`: env takes any word with `=` in it for a variable.
  if (wrapper.assignments) while (rest[index]?.includes("=")) index += 1;
  const command = rest.slice(index + (wrapper.operands ?? 0));
  if (command.length === 0) return NOTHING;
  if (rest.slice(0, index + (wrapper.operands ?? 0)).some(isLoose)) {
    return { commands: [command], unresolved: `an expansion before the command of ${name}` };
  }
  return name === "xargs" ? throughXargs(rest.slice(0, index), command) : { commands: [command] };
}

/** How many further words an option takes, or what it makes of the rest. */
function optionStep(wrapper: Wrapper, word: string): number | "command" | "lookup" | "code" | "unknown" {
  if (wrapper.code?.some((code) => word === code || isAttached(code, word))) return "code";
  // `env - CMD` is `env -i CMD`.
  if (word === "-") return 0;
  if (!word.startsWith("-")) return "command";
  if (word.startsWith("--")) return longStep(wrapper, word.slice(2));
  // `nice -5 CMD`
  if (/^-\d+$/.test(word)) return 0;
  return shortStep(wrapper, word.slice(1));
}

/** With a value attached, and for long options also shortened (`--split 'rm x'`). */
function isAttached(code: string, word: string): boolean {
  if (!code.startsWith("--")) return word.startsWith(code) && !word.startsWith("--");
  const [name = ""] = word.split("=", 1);
  return name.length > 2 && code.startsWith(name);
}

function longStep(wrapper: Wrapper, option: string): number | "unknown" {
  const [name = ""] = option.split("=", 1);
  if (option.includes("="))
    return [...(wrapper.longValues ?? []), ...(wrapper.longFlags ?? [])].includes(name) ? 0 : "unknown";
  if (wrapper.longFlags?.includes(name)) return 0;
  return wrapper.longValues?.includes(name) ? 1 : "unknown";
}

function shortStep(wrapper: Wrapper, letters: string): number | "lookup" | "code" | "unknown" {
  for (let index = 0; index < letters.length; index++) {
    const letter = letters.charAt(index);
    if (wrapper.lookups?.includes(letter)) return "lookup";
    if (wrapper.code?.includes(`-${letter}`)) return "code";
    if (wrapper.values?.includes(letter)) return index === letters.length - 1 ? 1 : 0;
    if (!wrapper.flags?.includes(letter)) return "unknown";
  }
  return 0;
}

/** xargs adds words from its input at the end, or wherever `-I` says: also in the place of the command. */
function throughXargs(options: Words, command: Words): LookedThrough {
  const replaces = options.some((word) => /^-[a-zA-Z0-9]*[IiJ]/.test(word) || word.startsWith("--replace"));
  if (!replaces) return { commands: [[...command, HOLE]] };
  const marks = options.flatMap((word, index) => {
    const attached = /^-[a-zA-Z0-9]*[Ii](.*)$/.exec(word)?.[1];
    return attached === undefined ? [] : [attached === "" ? (options[index + 1] ?? "{}") : attached];
  });
  const replaced = command.map((word) =>
    [...marks, "{}"].some((mark) => word.includes(mark)) ? HOLE : word,
  );
  return { commands: [replaced] };
}

const FIND_RUNS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

function throughFind(rest: Words): LookedThrough {
  const commands: Words[] = [];
  let loose = false;
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? "";
    loose ||= isLoose(word);
    if (!FIND_RUNS.has(word)) continue;
    const end = rest.findIndex((other, at) => at > index && (other === ";" || other === "+"));
    const command = rest.slice(index + 1, end === -1 ? undefined : end);
    commands.push(command.map((part) => part.replaceAll("{}", HOLE)));
    index = end === -1 ? rest.length : end;
  }
  return loose ? { commands, unresolved: "an expansion among the words of find" } : { commands };
}

/** An unknown that may be an option or a whole command; one behind a literal start is a value. */
function isLoose(word: string): boolean {
  return word.startsWith(HOLE);
}

function everySuffix(rest: Words): LookedThrough {
  const commands = rest.map((_, index) => rest.slice(index)).filter(([first]) => !first?.startsWith("-"));
  const known = commands.filter(([first]) => programName(first) !== undefined);
  return rest.some(isLoose)
    ? { commands: known, unresolved: "an expansion before a command" }
    : { commands: known };
}
