import { nearest } from "../../output/nearest.ts";
import { permissionFault, type RuleProblem } from "../errors.ts";
import { texts } from "../texts.ts";
import { parseGlob } from "./parse-glob.ts";
import type { PathScope, Rule } from "./types.ts";
import { ANY_RUN } from "./wildcards.ts";

/** Characters of one rule. */
const MAX_RULE_CHARACTERS = 4096;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const SCOPES: ReadonlySet<string> = new Set(["read", "edit", "write", "bash-write"]);
const WITH_PATTERN = ["bash", "bash-write", "read", "edit", "write"];

/**
 * Reads one rule: `NAME` or `NAME(PATTERN)`.
 * @throws Fault `rule_malformed` (exit 2) with the character's position; `where` names the flag or the line.
 */
export function parseRule(text: string, where: string): Rule {
  const parsed = readRule(text);
  if ("column" in parsed) throw permissionFault.ruleMalformed(parsed, text, where);
  return parsed;
}

/** The same without a throw: the rule, or what is wrong with it. */
export function readRule(text: string): Rule | RuleProblem {
  const early = shapeProblem(text);
  if (early !== undefined) return early;
  const open = text.indexOf("(");
  if (open === -1) return plainRule(text);
  const name = text.slice(0, open);
  if (!text.endsWith(")")) {
    const close = text.lastIndexOf(")");
    if (close === -1) return { column: text.length + 1, what: texts.ruleNotClosed };
    return { column: close + 2, what: texts.ruleTrailing };
  }
  const pattern = text.slice(open + 1, -1);
  if (pattern.trim() === "") return { column: open + 2, what: texts.ruleEmptyPattern };
  if (name === "bash") return commandRule(text, pattern, open + 2);
  if (SCOPES.has(name)) return pathRule(text, name as PathScope, pattern, open + 2);
  const near = nearest(name, WITH_PATTERN, 1)[0];
  return { column: 1, what: texts.ruleNoPattern(name), hint: near && texts.didYouMean(near) };
}

function shapeProblem(text: string): RuleProblem | undefined {
  if (text.trim() === "") return { column: 1, what: texts.ruleEmpty };
  if (text.length > MAX_RULE_CHARACTERS) {
    return { column: MAX_RULE_CHARACTERS + 1, what: texts.ruleTooLong(MAX_RULE_CHARACTERS) };
  }
  if (!text.isWellFormed()) return { column: 1, what: texts.ruleNotText };
  const control = text.search(CONTROL);
  if (control !== -1) return { column: control + 1, what: texts.ruleControl };
  if (text !== text.trim())
    return { column: text.startsWith(" ") ? 1 : text.trimEnd().length + 1, what: texts.ruleSpace };
  return undefined;
}

function plainRule(text: string): Rule | RuleProblem {
  if (text === "bash-write") return { column: text.length + 1, what: texts.ruleNeedsPattern };
  if (text === "bash") return { kind: "tool", text, pattern: "bash", alias: false };
  if (SCOPES.has(text)) return { kind: "path", text, scope: text as PathScope, glob: undefined };
  const slash = text.indexOf("/");
  const wrong = (slash === -1 ? text : text.slice(0, slash)).search(/[^\p{L}\p{N}_.*@ -]/u);
  if (wrong !== -1) return { column: wrong + 1, what: texts.ruleName(text.charAt(wrong)) };
  const space = slash === -1 ? text.indexOf(" ") : -1;
  if (space !== -1) return { column: space + 1, what: texts.ruleName(" "), hint: texts.ruleGrammar };
  if (slash === 0 || slash === text.length - 1) return { column: slash + 1, what: texts.ruleAlias };
  return { kind: "tool", text, pattern: text.replaceAll("*", ANY_RUN), alias: slash !== -1 };
}

/** `*` is any run, `\*` a star, `\\` a backslash; every other character is itself. */
function commandRule(text: string, pattern: string, column: number): Rule | RuleProblem {
  // The spelling of another program; taken literally a deny rule would never match anything.
  if (/(^|[^\\]):\*$/.test(pattern)) {
    return {
      column: column + pattern.length - 2,
      what: texts.ruleColonStar,
      hint: texts.ruleColonStarHint(pattern),
    };
  }
  let prepared = "";
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern.charAt(index);
    const next = pattern.charAt(index + 1);
    if (char === "\\" && (next === "*" || next === "\\")) {
      prepared += next;
      index += 1;
    } else {
      prepared += char === "*" ? ANY_RUN : char;
    }
  }
  // Commands compare with one space between words; inside quotes each space counts.
  const single = /['"\\]/.test(pattern) ? prepared : prepared.replaceAll(/ {2,}/g, " ");
  return { kind: "command", text, pattern: single };
}

function pathRule(text: string, scope: PathScope, pattern: string, column: number): Rule | RuleProblem {
  const glob = parseGlob(pattern, column);
  return "column" in glob ? glob : { kind: "path", text, scope, glob };
}
