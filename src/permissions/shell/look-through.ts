import { isLoose, isUnknown, mayBeOption } from "./loose-words.ts";
import { programName, type Words } from "./program-name.ts";
import { HOLE, SPLIT } from "./types.ts";
import { type Opaque, opaqueProgram, WRAPPERS, type Wrapper } from "./wrappers.ts";

export interface LookedThrough {
  /** What it runs besides itself. */
  readonly commands: readonly Words[];
  /** Why that cannot be told. */
  readonly unresolved?: string;
}

const NOTHING: LookedThrough = { commands: [] };

/** What a program that runs others would run, `name` as `programName` tells it; nothing for every other program. */
export function lookThrough(name: string | undefined, words: Words): LookedThrough {
  if (name === undefined) return NOTHING;
  const rest = words.slice(1);
  if (name === "find" || name === "gfind") return throughFind(rest);
  const opaque = opaqueProgram(name);
  if (opaque !== undefined) return throughOpaque(name, opaque, rest);
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
    if (step === "unknown") return throughUnknown(name, wrapper, rest);
    index += step;
  }
  // Not only `NAME=VALUE`: env takes any word with `=` in it for a variable.
  if (wrapper.assignments) while (rest[index]?.includes("=")) index += 1;
  const before = rest.slice(0, index + (wrapper.operands ?? 0));
  const command = rest.slice(before.length);
  const commands = command.length === 0 ? [] : [command];
  if (before.some(isLoose)) return { commands, unresolved: `an expansion before the command of ${name}` };
  return name === "xargs" && command.length > 0 ? throughXargs(rest.slice(0, index), command) : { commands };
}

/** Behind an option that is not known here: any word may be the command, and any further option give it code. */
function throughUnknown(name: string, wrapper: Wrapper, rest: Words): LookedThrough {
  const code = rest.find(
    (word) => takesCode(wrapper.code, word) || (word.startsWith("-") && isUnknown(word)),
  );
  // What xargs would put where is not worth knowing.
  if (code !== undefined || name === "xargs")
    return { commands: everySuffix(rest), unresolved: `${name} with an option that is not known` };
  return suffixes(rest);
}

/** How many further words an option takes, or what it makes of the rest. */
function optionStep(wrapper: Wrapper, word: string): number | "command" | "lookup" | "code" | "unknown" {
  if (takesCode(wrapper.code, word)) return "code";
  // `env - CMD` is `env -i CMD`.
  if (word === "-") return 0;
  if (!word.startsWith("-")) return "command";
  if (word.startsWith("--")) return longStep(wrapper, word.slice(2));
  // `nice -5 CMD`
  if (/^-\d+$/.test(word)) return 0;
  return shortStep(wrapper, word.slice(1));
}

function takesCode(options: readonly string[] = [], word: string): boolean {
  return options.some((code) => word === code || isAttached(code, word));
}

/** With a value attached, and for long options also shortened (`--split 'rm x'`). */
function isAttached(code: string, word: string): boolean {
  if (!code.startsWith("--")) return code !== "-" && word.startsWith(code) && !word.startsWith("--");
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
    if (wrapper.attached?.includes(letter)) return 0;
    if (!wrapper.flags?.includes(letter)) return "unknown";
  }
  return 0;
}

/** xargs adds words from its input at the end, or wherever `-I` says: also in the place of the command. */
function throughXargs(options: Words, command: Words): LookedThrough {
  const replaces = options.some((word) => /^-[a-zA-Z0-9]*[Ii]/.test(word) || word.startsWith("--replace"));
  if (!replaces) return { commands: [[...command, HOLE + SPLIT]] };
  const marks = options.flatMap((word, index) => {
    const attached = /^(?:-[a-zA-Z0-9]*[Ii]|--replace=)(.*)$/.exec(word)?.[1];
    return attached === undefined ? [] : [attached === "" ? (options[index + 1] ?? "{}") : attached];
  });
  if (marks.some(isUnknown)) return { commands: [command], unresolved: "a mark of xargs that is not known" };
  const replaced = command.map((word) =>
    [...marks, "{}"].some((mark) => word.includes(mark)) ? HOLE : word,
  );
  return { commands: [replaced] };
}

const FIND_RUNS: readonly string[] = ["-exec", "-execdir", "-ok", "-okdir"];

function throughFind(rest: Words): LookedThrough {
  const commands: Words[] = [];
  let loose = false;
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? "";
    loose ||= FIND_RUNS.some((option) => mayBeOption(word, option));
    if (!FIND_RUNS.includes(word)) continue;
    const end = rest.findIndex((other, at) => at > index && (other === ";" || other === "+"));
    const command = rest.slice(index + 1, end === -1 ? undefined : end);
    commands.push(command.map((part) => part.replaceAll("{}", HOLE)));
    index = end === -1 ? rest.length : end;
  }
  return loose ? { commands, unresolved: "an expansion among the words of find" } : { commands };
}

function throughOpaque(name: string, opaque: Opaque, rest: Words): LookedThrough {
  const { code = [], operands = 0, needs } = opaque;
  const isCode = (word: string) =>
    takesCode(code, word) || code.some((option) => mayBeOption(word, option)) || isPiped(word);
  const found = rest.find(isCode);
  if (found !== undefined) return { commands: everySuffix(rest), unresolved: `${name} ${found}` };
  const starts = needs !== undefined && !rest.some((word) => takesCode(needs, word));
  if (starts || operandsOf(rest) < operands)
    return { commands: everySuffix(rest), unresolved: `the shell that ${name} starts` };
  return suffixes(rest);
}

/** `strace -o '|CMD'` */
function isPiped(word: string): boolean {
  return /^(-\w|--[\w-]+=)?[|!]./.test(word);
}

/** Words that are neither options nor may be the value of one. */
function operandsOf(rest: Words): number {
  const dashes = rest.indexOf("--");
  return rest.filter((word, index) => {
    if (dashes !== -1 && index > dashes) return true;
    const previous = rest[index - 1] ?? "";
    return !word.startsWith("-") && (!previous.startsWith("-") || previous.includes("="));
  }).length;
}

function suffixes(rest: Words): LookedThrough {
  const commands = everySuffix(rest);
  const loose = rest.some((word) => isLoose(word) || (isUnknown(word) && !word.startsWith("-")));
  return loose ? { commands, unresolved: "an expansion before a command" } : { commands };
}

/** Every word as a possible command with what follows it, the values of options included (`--exec=CMD`, `-xCMD`). */
function everySuffix(rest: Words): Words[] {
  const commands = rest.map((word, index) => {
    const value = word.startsWith("-") ? /^(?:--[\w-]+=|-\w)(.+)$/s.exec(word)?.[1] : word;
    return value === undefined ? [] : [value, ...rest.slice(index + 1)];
  });
  return commands.filter(([first]) => programName(first) !== undefined);
}
