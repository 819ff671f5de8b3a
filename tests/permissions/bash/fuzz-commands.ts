// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of a shell.

import { builtinCommand } from "./fuzz-builtins.ts";
import { HONEST_COMMANDS } from "./honest.ts";
import { AROUND_DENY_RM, PAST_ALLOW_GIT_STATUS } from "./smuggling.ts";

/** A small seeded generator: the same seed gives the same commands on every machine. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const COMMANDS = ["git status", "git status", "ls a", "echo x", "evil", "./bin/evil", "nope", "cat"];
const WRAPPERS = [
  "env",
  "command",
  "nice",
  "nice -n 5",
  "timeout 5",
  "xargs",
  "exec",
  "time",
  "eval",
  "sh -c",
  "!",
];
const WORDS = [
  "a",
  "$X",
  '"$X"',
  "'a b'",
  '"a b"',
  "{a,b}",
  "*",
  "~",
  "$'a'",
  "a\\ b",
  "--",
  "-x",
  "$(CMD)",
  "`CMD`",
  '"$(CMD)"',
  "<(CMD)",
  "${X:-a}",
  "$((1+1))",
  "#",
  "\\",
  "'",
  '"',
  "EOF",
  "evil",
  "}",
  "{",
  "do",
  "in",
  "=",
  "X=1",
];
const JOINS = [
  "; ",
  ";",
  " && ",
  " || ",
  " | ",
  " |& ",
  " & ",
  "\n",
  " ",
  "",
  "\\\n",
  " # ",
  "\r\n",
  " ;; ",
  "\t",
];
const SHAPES = [
  "CMD",
  "CMD",
  "CMD JOIN CMD",
  "CMDJOINCMD",
  "CMD JOIN CMD JOIN CMD",
  "(CMD)",
  "{ CMD; }",
  "{ CMD }",
  "( CMD JOIN CMD )",
  "if CMD; then CMD; fi",
  "if CMD; then CMD; else CMD; fi",
  "for X in WORD WORD; do CMD; done",
  "for X in WORDJOINdo CMD; done",
  "while CMD; do CMD; break; done",
  "case WORD in a) CMD;; esac",
  "f() { CMD; }; f",
  "f() { CMD; }JOINf",
  "git() { CMD; }; git status",
  "CMD <<EOF\nWORD CMD\nEOF",
  "CMD <<EOF JOIN CMD\n$(CMD)\nEOF\nCMD",
  "CMD <<'EOF'\n$(CMD)\nEOF\nCMD",
  "CMD <<-EOF\n\tWORD\n\tEOF\nCMD",
  "CMD $(cat <<EOF\nWORD\nEOF\n)",
  "CMD <<< WORD",
  "CMD > WORD",
  "CMD > marker",
  "CMD 2>&1",
  "CMD 2>/dev/null",
  "CMD < a",
  "CMD >& WORD",
  "X=WORD CMD",
  "X=WORD; CMD",
  "[[ WORD == WORD ]] && CMD",
  "[ WORD = WORD ] && CMD",
  "[[ WORD ]]JOINCMD",
  "CMD\\\nJOINCMD",
  "CMD # CMD\nCMD",
  "CMD 'WORD\nWORD' JOIN CMD",
  'CMD "WORD\nWORD" JOIN CMD',
  "coproc CMD",
  "time CMD",
  "! CMD",
  "CMD ${X:-CMD}",
  'CMD "${X:-$(CMD)}"',
  "((X=1)); CMD",
  "read X < a; CMD",
  "export X=WORD; CMD",
  "CMD WORDJOINCMD WORD",
  "echo WORD JOIN CMD",
];
const GLITCHES = [
  "'",
  '"',
  "`",
  "\\",
  "$",
  "(",
  ")",
  "{",
  "}",
  ";",
  "&",
  "|",
  "<",
  ">",
  "#",
  "\n",
  " ",
  "!",
  "=",
  "*",
  "~",
  "[",
  "]",
  "\t",
  "$(",
  "<<",
  "EOF",
];

/** Programs that run others, with spellings of their options. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  env: [
    "-i",
    "-",
    "--",
    "-u HOME",
    "-uHOME",
    "--unset=HOME",
    "--unset HOME",
    "-C .",
    "-C.",
    "--chdir=.",
    "--chdir .",
    "-0",
    "-v",
    "A=1",
    "A~=1",
    "=1",
    "-iu HOME",
    "--ignore-signal=INT",
    "--default-signal",
    "-S 'evil x'",
    "'-Sevil x'",
    "--split 'evil x'",
    '"$X"',
    "$X",
  ],
  nice: ["-n 5", "-n5", "-5", "--5", "--adjustment 5", "--adjustment=5", "--adj=5", "--adj 5", "--"],
  timeout: [
    "-s KILL",
    "-sKILL",
    "--signal=KILL",
    "--signal KILL",
    "--sig KILL",
    "-k 1",
    "-k1",
    "--kill-after=1",
    "--foreground",
    "-v",
    "--preserve-status",
    "5",
    "5s",
    "--",
  ],
  xargs: [
    "-0",
    "-n1",
    "-n 1",
    "-I{}",
    "-I {}",
    "-I evil",
    "-i",
    "-ia",
    "-l",
    "-l1",
    "-L1",
    "-L 1",
    "-P2",
    "-t",
    "-r",
    "-x",
    "-d x",
    "-dx",
    "-E x",
    "-e",
    "-eX",
    "--replace",
    "--replace=R",
    "--max-args=1",
    "--max-args 1",
    "-a names.txt",
    "--arg-file=names.txt",
    "--",
  ],
  setsid: ["-w", "-f", "-c", "--wait", "--fork", "--"],
  stdbuf: ["-o0", "-oL", "-o L", "-i0", "-i 0", "--output=0", "--output 0", "--out=0", "--"],
  ionice: ["-c2", "-c 2", "-n7", "-n 7", "-t", "--class 2", "--class=2", "--ignore", "--"],
  nohup: ["--"],
  time: ["-p", "--"],
  command: ["-p", "-v", "-V", "-pv", "--"],
  builtin: ["command", "--"],
  exec: ["-a x", "-ax", "-c", "-l", "-cl", "-la x", "--"],
  taskset: ["1", "-c 0", "-ac 0", "--"],
  flock: ["lock", "-x lock", "-n lock", "-w 1 lock", "lock -c", "--"],
  prlimit: ["--nofile=100", "--nofile=100:100", "-n100", "--"],
  setarch: ["x86_64", "-R", "-R x86_64", "--"],
  chrt: ["-o 0", "-b 0", "--other 0", "--"],
  find: [
    ". -maxdepth 0 -exec",
    ". -maxdepth 0 -ok",
    "a -execdir",
    ". -name a -exec echo x \\; -exec",
    "names.txt -exec",
  ],
};
const LAYER_NAMES = Object.keys(LAYERS);

/** Seeds for mutation, with every absolute program replaced by one inside the sandbox. */
const SEEDS = [...HONEST_COMMANDS, ...PAST_ALLOW_GIT_STATUS, ...AROUND_DENY_RM].map((command) =>
  command
    .replaceAll("/bin/", "./bin/")
    .replace(/\brm\b/g, "evil")
    .replaceAll("/tmp", "tmp"),
);

/** A random command line: grown from shapes, a known one with glitches, or layers of programs that run others. */
export function randomCommand(next: () => number): string {
  if (next() < 0.15) return layered(next);
  if (next() < 0.3) return builtinCommand(next);
  return next() < 0.6 ? grown(next) : glitched(pick(SEEDS, next), next);
}

function grown(next: () => number): string {
  let text = pick(SHAPES, next);
  for (let depth = 0; depth < 6; depth++) {
    text = text.replace(/CMD/g, () =>
      depth > 2 ? simple(next) : next() < 0.8 ? simple(next) : pick(SHAPES, next),
    );
    text = text.replace(/WORD/g, () => pick(WORDS, next)).replace(/JOIN/g, () => pick(JOINS, next));
  }
  text = text.replace(/CMD/g, "git status").replace(/WORD/g, "a").replace(/JOIN/g, ";");
  return next() < 0.25 ? glitched(text, next) : text;
}

function layered(next: () => number): string {
  const words: string[] = [];
  for (let depth = 1 + Math.floor(next() * 3); depth > 0; depth--) {
    const name = pick(LAYER_NAMES, next);
    words.push(name);
    while (next() < 0.6) words.push(pick(LAYERS[name] ?? [], next));
    if (name === "find") words.push(pick(LAYERS.find ?? [], next));
  }
  words.push(pick(["evil", "./bin/evil", "git status", "evil", "{}", "x"], next));
  while (next() < 0.4) words.push(pick(["{}", "a", "\\;", "+", ";", "$X", "-x"], next));
  const text = words.join(" ");
  return next() < 0.2 ? glitched(text, next) : text;
}

function simple(next: () => number): string {
  const words = [next() < 0.2 ? `${pick(WRAPPERS, next)} ` : "", pick(COMMANDS, next)];
  while (next() < 0.35) words.push(` ${pick(WORDS, next)}`);
  return words.join("");
}

function glitched(command: string, next: () => number): string {
  let text = command;
  for (let count = 1 + Math.floor(next() * 3); count > 0; count--) {
    const at = Math.floor(next() * (text.length + 1));
    const kind = next();
    if (kind < 0.6) text = text.slice(0, at) + pick(GLITCHES, next) + text.slice(at);
    else if (kind < 0.85) text = text.slice(0, at) + text.slice(at + 1);
    else
      text = text.slice(0, at) + text.slice(Math.floor(next() * (text.length + 1)), at + 12) + text.slice(at);
  }
  return text;
}

function pick<T>(items: readonly T[], next: () => number): T {
  const item = items[Math.floor(next() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
