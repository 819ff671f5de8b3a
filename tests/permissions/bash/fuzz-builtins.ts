// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of a shell.

/** Values that are harmless as text and not when something computes them, splits them or takes them for options. */
const VALUES = [
  "'a[$(evil)0]'",
  "'-v a[$(evil)0]'",
  "'-v PATH other'",
  "-vPATH",
  "vPATH",
  "./other",
  "'-p other/git git'",
  "'5 evil'",
  "' evil x'",
  "'-exec evil ;'",
  "'-H -o history'",
  ...["-v", "-x", "-p", "-S", "-C", "-k", "-H", "-n", "exec", "evil", "5", "a", "x"],
  ...["PATH", "RANDOM", "BASH_CMDS", "SECONDS", "$PWD/other", "$PWD/bin/evil", "git", "[", "]", "!"],
];
const WORDS = [
  ...["$x", '"$x"', "$y", '"$y"', "$@", '"$@"', "$*", "$1", '"$1"', "-$x", '-"$x"', "-n$x", "A=$x"],
  ...["zz*", "a*", "?", "{a,-x}", "-{n,x}", "$!", "$?", "$#", "${x:-evil}", "${x%a}", "$(echo evil)"],
  ...["--", "-a", "-p", "-v", "-vPATH", "-vx", "-t", "-tC", "-x", "-d", "-r", "-e", "+x", "-o", "-u", "-1"],
  ...["PATH=other", "RANDOM=1", "x=$y", "x", "y", "=", "!=", "-eq", "-z", "-n", "!", "\\;", "+", ";", "."],
  ...VALUES,
];
const STARTS = [
  ...["printf", "printf -v", "read", "read -r", "test", "[", "[ !", "[ -n a -a", "hash", "jobs", "wait"],
  ...["mapfile", "getopts a", "declare", "export", "local", "unset", "set", "set --", "shift", "cd", "type"],
  ...["command", "builtin", "exec", "time", "time -p", "env", "nice", "timeout", "timeout 5", "xargs"],
  ...[
    "find .",
    "find . -maxdepth 0",
    "git status",
    "echo",
    "true",
    "evil",
    "cat",
    "shopt -s",
    "0",
    "[[ -f a",
  ],
  ...[
    "echo 5 evil | xargs",
    "echo evil | xargs -i",
    "echo evil | xargs",
    "flock lock",
    "taskset 1",
    "env -i",
  ],
];
const SETTINGS = [
  "x=VALUE",
  "y=VALUE",
  "set -- VALUE VALUE",
  "read -r x <<< VALUE",
  "read -r x y <<< VALUE",
  "printf -v x %s VALUE",
  "shopt -s nullglob",
  "export x=VALUE",
  "NAME=VALUE",
  "read -r NAME <<< VALUE",
  "set OPTION",
  ":",
];
const NAMES = ["PATH", "RANDOM", "OPTIND", "SECONDS", "BASH_CMDS", "BASH_ALIASES", "IFS", "z", "LINENO"];
const OPTIONS = ["-k", "-H", "-o keyword", "-o history", "-e", "-f", "-u", "+B", "-x", "-o posix"];

/** A builtin or a program that runs others, among variables whose values were made for it. */
export function builtinCommand(next: () => number): string {
  const pick = (items: readonly string[]) => items[Math.floor(next() * items.length)] ?? "";
  const statement = () => {
    const words = [pick(STARTS)];
    while (next() < 0.75) words.push(pick(WORDS));
    if (words[0]?.startsWith("[[")) words.push("]]");
    else if (words[0]?.startsWith("[")) words.push("]");
    return words.join(" ");
  };
  const setting = () =>
    pick(SETTINGS)
      .replace(/VALUE/g, () => pick(VALUES))
      .replace("NAME", () => pick(NAMES))
      .replace("OPTION", () => pick(OPTIONS));
  const join = () => pick(["; ", "\n", " && ", "\n"]);
  const loop = next() < 0.4;
  const parts = loop ? [] : [setting()];
  while (next() < 0.4) parts.push(loop ? statement() : setting());
  parts.push(statement());
  if (next() < 0.5) parts.push("git status");
  const text = parts.reduce((all, part) => all + join() + part);
  if (!loop) return text;
  return `for ${pick(["x", "y", "x", "y", ...NAMES])} in ${pick(VALUES)} ${pick(VALUES)}; do ${text}; done`;
}
