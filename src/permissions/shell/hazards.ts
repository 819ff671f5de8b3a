import { isCount, isSeveral, isUnknown, mayBeOption } from "./loose-words.ts";
import type { Words } from "./program-name.ts";
import { HOLE, SPLIT, SPREAD } from "./types.ts";
import { isCodeVariable, isHarmlessName } from "./variables.ts";

const SHELLS: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "rbash",
  "dash",
  "ash",
  "zsh",
  "ksh",
  "ksh93",
  "mksh",
  "pdksh",
  "lksh",
  "fish",
  "csh",
  "tcsh",
  "yash",
  "posh",
  "elvish",
  "nu",
  "xonsh",
  "oil",
  "osh",
  "ysh",
  "pwsh",
  "powershell",
  "cmd",
]);

/** Commands that run text, or change what later words mean. */
const CODE: ReadonlySet<string> = new Set([
  "eval",
  "source",
  ".",
  "trap",
  "alias",
  "let",
  "bind",
  "complete",
  "compgen",
  "enable",
  "fc",
  "history",
  "coproc",
  "su",
  "parallel",
  "watch",
  "script",
  "expect",
  "at",
  "batch",
  "crontab",
  "sudoedit",
  "sg",
  "hyperfine",
]);

const NAME = /^[A-Za-z_]\w*$/;
const DECLARATION = /^([A-Za-z_]\w*)(\+?=[\s\S]*)?$/;
const DECLARING: ReadonlySet<string> = new Set(["declare", "typeset", "local", "export", "readonly"]);
/** Builtins that set the variables that they are given the names of. */
const SETTING: ReadonlySet<string> = new Set(["read", "mapfile", "readarray", "getopts", "unset", "wait"]);
/** Options of `set` that make later words mean something else. */
const MEANING_OPTIONS: readonly string[] = ["keyword", "history", "histexpand"];
/** `bash-static`, `bash5`, `zsh-5.9` */
const VARIANT = /[-.]?(static|real|distrib|[0-9][0-9.]*)$/;
/** What such a name ends with: few names need the search. */
const VARIANT_ENDS = "clb.0123456789";

/** A command's words and how its first one was written. */
export interface HazardQuestion {
  readonly words: Words;
  /** The program's name as `programName` tells it. */
  readonly name: string | undefined;
  /** Neither quoted nor run by another program: bash then reads `NAME=VALUE` behind `export` as an assignment. */
  readonly direct: boolean;
}

/** Why a command may run more than its words say; undefined when it does not. */
export function codeHazard({ words, name, direct }: HazardQuestion): string | undefined {
  if (name === undefined) return "a command whose name only shows when it runs";
  const rest = words.slice(1);
  if (CODE.has(name)) return `"${name}" runs text as code, or changes what words mean`;
  if (isShell(name) && !isVersionQuestion(rest)) return `"${name}" is a shell that is given code`;
  if (DECLARING.has(name)) return declaringHazard(name, rest, direct);
  return builtinHazard(name, rest);
}

/** Why a command, though clear, is never allowed by a rule: it sets variables that decide what others do. */
export function settingHazard(name: string | undefined, words: Words): string | undefined {
  if (name === undefined) return undefined;
  const rest = words.slice(1);
  if (DECLARING.has(name) && rest.some((word) => word.includes("="))) return "an assignment";
  const sets = name === "printf" ? printfSets(rest) : SETTING.has(name) && !rest.every(isHarmlessName);
  return sets ? `"${name}" sets a variable that others may go by` : undefined;
}

/** `printf -v NAME`, `printf -vNAME`; what may turn out as that is a hazard already. */
function printfSets(rest: Words): boolean {
  return rest[0]?.startsWith("-v") === true && !rest.every((word) => isHarmlessName(word.replace(/^-v/, "")));
}

function isShell(name: string): boolean {
  if (SHELLS.has(name)) return true;
  return VARIANT_ENDS.includes(name.slice(-1)) && SHELLS.has(name.replace(VARIANT, ""));
}

function isVersionQuestion(rest: Words): boolean {
  return rest.length === 1 && (rest[0] === "--version" || rest[0] === "--help");
}

function indexed(name: string): string {
  return `"${name}" is given a name that may run code`;
}

function declaringHazard(name: string, rest: Words, direct: boolean): string | undefined {
  const plain = rest.every(isPlainDeclaration) && (direct || !rest.some((word) => word.includes(SPLIT)));
  return plain ? undefined : indexed(name);
}

/** Builtins that take the name of a variable: an index in it (`a[$(rm x)]`) is run. */
function builtinHazard(name: string, rest: Words): string | undefined {
  if (SETTING.has(name)) return namesHazard(name, rest) ? indexed(name) : undefined;
  if (name === "printf") return printfHazard(rest) ? indexed(name) : undefined;
  if (name === "test" || name === "[") {
    if (rest.some(isManyWords)) return `"${name}" is given an expansion outside quotes, which may run code`;
    return testHazard(rest) ? indexed(name) : undefined;
  }
  const changes =
    (name === "hash" && rest.some((word) => /^-\w*p/.test(word) || mayBeOption(word, "-p"))) ||
    (name === "set" && setHazard(rest));
  if (changes) return `"${name}" changes what words mean`;
  const runs = (word: string) => /^-\w*x/.test(word) || mayBeOption(word, "-x");
  return name === "jobs" && rest.some(runs) ? '"jobs" runs what it is given' : undefined;
}

function isOdd(word: string): boolean {
  return word.includes("[") || (isUnknown(word) && !isCount(word)) || isCodeVariable(word);
}

function namesHazard(name: string, rest: Words): boolean {
  const callback = (name === "mapfile" || name === "readarray") && rest.some((word) => /^-\w*C/.test(word));
  return callback || rest.some(isOdd);
}

function printfHazard(rest: Words): boolean {
  const [first = ""] = rest;
  if (first.startsWith("-v")) return rest.some((word) => isOdd(word.replace(/^-v/, "")));
  // Alone it is only text: `-vNAME` needs a format behind it.
  return mayBeOption(first, "-v") && (rest.length > 1 || isSeveral(first));
}

function isPlainDeclaration(word: string): boolean {
  if (/^[-+][A-Za-z]+$/.test(word)) return !/[niA]/.test(word);
  const [, name, value] = DECLARATION.exec(word) ?? [];
  return name !== undefined && (value === undefined || !isCodeVariable(name));
}

function isManyWords(word: string): boolean {
  return word.includes(SPLIT) || word.startsWith(HOLE + SPREAD);
}

/** `-v NAME` looks at a variable; more unknown words than one, and nobody knows which is the operator. */
function testHazard(rest: Words): boolean {
  return rest.some((word, index) => {
    const operand = rest[index + 1];
    if (operand === undefined || operand === "]") return false;
    const looks = word === "-v" || word === "-R";
    if (looks) return !NAME.test(operand);
    return (mayBeOption(word, "-v") || mayBeOption(word, "-R")) && isOdd(operand);
  });
}

/** Options end at `--` and at the first word that is none. */
function setHazard(rest: Words): boolean {
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? "";
    if (word === "--" || word === "-") return false;
    if (isUnknown(word)) return true;
    if (!/^[-+]/.test(word)) return false;
    if (/^-\w*[kH]/.test(word)) return true;
    if (!word.includes("o")) continue;
    index += 1;
    const named = rest[index] ?? "";
    if (isUnknown(named) || MEANING_OPTIONS.includes(named)) return true;
  }
  return false;
}
