import { programName, type Words } from "./program-name.ts";
import { HOLE } from "./types.ts";

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
]);

const NAME = /^[A-Za-z_]\w*$/;
const DECLARATION = /^([A-Za-z_]\w*)(\+?=[\s\S]*)?$/;
const DECLARING: ReadonlySet<string> = new Set(["declare", "typeset", "local", "export", "readonly"]);
/** Their value is run as code by the shell itself. */
const CODE_VARIABLES: ReadonlySet<string> = new Set(["PS4", "PS0", "PROMPT_COMMAND", "BASH_ENV", "ENV"]);

/** Why a command may run more than its words say; undefined when it does not. */
export function codeHazard(words: Words): string | undefined {
  const name = programName(words[0]);
  if (name === undefined) return "a command whose name only shows when it runs";
  const rest = words.slice(1);
  if (CODE.has(name)) return `"${name}" runs text as code, or changes what words mean`;
  if (SHELLS.has(name) && !isVersionQuestion(rest)) return `"${name}" is a shell that is given code`;
  return builtinHazard(name, rest);
}

/** Whether assigning the variable alone makes the shell run something. */
export function isCodeVariable(name: string): boolean {
  return CODE_VARIABLES.has(name);
}

/** Why a command, though clear, is never allowed by a rule: it sets variables that decide what others do. */
export function settingHazard(words: Words): string | undefined {
  const name = programName(words[0]) ?? "";
  const rest = words.slice(1);
  if (DECLARING.has(name) && rest.some((word) => word.includes("="))) return "an assignment";
  const sets =
    ["read", "mapfile", "readarray", "getopts", "unset"].includes(name) ||
    (name === "printf" && rest[0] === "-v");
  return sets && rest.some((word) => !isHarmlessName(word))
    ? `"${name}" sets a variable that others may go by`
    : undefined;
}

/** Variables that programs go by are in capitals, but for the proxies. */
export function isHarmlessName(name: string): boolean {
  return !/[A-Z]/.test(name) && !/_proxy$/.test(name);
}

function isVersionQuestion(rest: Words): boolean {
  return rest.length === 1 && (rest[0] === "--version" || rest[0] === "--help");
}

/** Builtins that take the name of a variable: an index in it (`a[$(rm x)]`) is run. */
function builtinHazard(name: string, rest: Words): string | undefined {
  const odd = (word: string) => word.includes("[") || word.includes(HOLE);
  const indexed = `"${name}" is given a name that may run code`;
  if (DECLARING.has(name)) return rest.every(isPlainDeclaration) ? undefined : indexed;
  if (["read", "mapfile", "readarray", "getopts", "unset", "wait"].includes(name)) {
    const callback =
      (name === "mapfile" || name === "readarray") && rest.some((word) => word.startsWith("-C"));
    return callback || rest.some(odd) ? indexed : undefined;
  }
  if (name === "printf") {
    const [first = "", second = ""] = rest;
    const names = first.startsWith("-v") || first.startsWith(HOLE);
    return names && (odd(second) || first.includes("[")) ? indexed : undefined;
  }
  if (name === "test" || name === "[") return testHazard(rest) ? indexed : undefined;
  if (name === "hash" && rest.some((word) => word.startsWith("-"))) return '"hash" changes what words mean';
  return undefined;
}

function isPlainDeclaration(word: string): boolean {
  if (/^[-+][A-Za-z]+$/.test(word)) return !/[niA]/.test(word);
  const name = DECLARATION.exec(word)?.[1];
  return name !== undefined && !CODE_VARIABLES.has(name);
}

function testHazard(rest: Words): boolean {
  if (rest[0]?.includes(HOLE) && rest.filter((word) => word !== "]").length === 2) return true;
  return rest.some((word, index) => {
    const operand = rest[index + 1];
    return (
      (word === "-v" || word === "-R") && operand !== undefined && operand !== "]" && !NAME.test(operand)
    );
  });
}
