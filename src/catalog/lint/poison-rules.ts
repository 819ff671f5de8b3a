import { counted } from "../texts.ts";
import type { RuleDescription } from "./finding.ts";
import { isJoinerOfWords } from "./joiners.ts";

/** Looks at one text of a definition; gives what it found, in words that show it safely. */
export interface PoisonRule extends RuleDescription {
  find(text: string, context: PoisonContext): string | undefined;
}

export interface PoisonContext {
  /** Names by which tools of other owners could be addressed. */
  isForeignTool(name: string): boolean;
}

/** What hides or moves text besides controls, as `output/visible.ts` has it; the selectors of emoji stay. */
const HIDDEN = /(?![\ufe0e\ufe0f])[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

/** Phrases that speak to the model instead of describing the tool. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|all|other|system)\b.{0,30}\b(?:instructions?|prompts?|rules?|messages?|context)\b/iu,
  /<\s{0,8}\/?\s{0,8}(?:important|system|secret|instructions?|admin|assistant)\s*>/iu,
  /\b(?:do not|don't|never)\b.{0,20}\b(?:tell|inform|mention|reveal|show|notify)\b.{0,30}\b(?:the )?user\b/iu,
  /\bwithout\b.{0,20}\b(?:telling|informing|asking|notifying)\b.{0,10}\b(?:the )?user\b/iu,
  /\b(?:you must|you should|always|be sure to)\b.{0,30}\b(?:call|use|invoke|run|execute)\b.{0,30}\b(?:before|after|instead of)\b.{0,20}\b(?:any|every|all|other)\b/iu,
  /\byou are (?:now )?(?:an?|the) (?:ai|assistant|model|agent)\b/iu,
  /\b(?:system|developer) prompt\b/iu,
  /忽略.{0,10}(?:之前|以上|先前|所有).{0,10}(?:指令|提示|说明|规则)/u,
  /不要.{0,6}(?:告诉|告知|通知|提醒).{0,4}用户/u,
];

const SECRETS: readonly RegExp[] = [
  /~?\/?\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc)\b/u,
  /\bid_(?:rsa|dsa|ecdsa|ed25519)\b/u,
  /\/etc\/(?:passwd|shadow|sudoers)\b/u,
  /(?:^|[\s"'`/(])\.env(?:\.[a-z]+)?\b/u,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/u,
  /\b(?:sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|AKIA[0-9A-Z]{16}|xox[abprs]-[A-Za-z0-9-]{10,})/u,
  /(?:\/home\/|\/Users\/|[A-Z]:\\Users\\)[A-Za-z0-9._-]+/u,
];

/** Longer words are no tool's name with something behind it. */
const NAME_MAX = 256;

/** Whole words, so that a long text is walked once: a server chooses it, and it must not cost minutes. */
const WORD = /[A-Za-z][A-Za-z0-9_-]*/gu;

/** A word that could be the name of a tool: generic English words are not. */
const NAME_LIKE = /^[A-Za-z][A-Za-z0-9]*(?:[_-]+[A-Za-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z0-9]+)+$/u;

/** Rules about definitions that address the model rather than describe the tool. */
export const POISON_RULES: readonly PoisonRule[] = [
  {
    id: "hidden-unicode",
    severity: "warning",
    summary: "invisible or direction-changing characters",
    fix: "remove the characters",
    find: (text) => {
      let count = 0;
      const found = new Set<string>();
      for (const { 0: char, index } of text.matchAll(HIDDEN)) {
        if (isJoinerOfWords(text, index)) continue;
        count++;
        found.add(char);
      }
      const codes = [...found].slice(0, 5).map(codePoint);
      return count === 0 ? undefined : `${counted(count, "hidden character")}: ${codes.join(", ")}`;
    },
  },
  {
    id: "ansi-escape",
    severity: "warning",
    summary: "terminal escapes and other control characters",
    fix: "remove the characters",
    find: (text) => {
      const found = CONTROLS.exec(text);
      return found === null ? undefined : `the control character ${codePoint(found[0])}`;
    },
  },
  {
    id: "model-instruction",
    severity: "warning",
    summary: "words that instruct the model instead of describing the tool",
    fix: "say what the tool does, and nothing about what the model must do",
    find: (text) => firstMatch(INSTRUCTIONS, text),
  },
  {
    id: "tool-reference",
    severity: "warning",
    summary: "names of tools that belong to somebody else",
    fix: "describe this tool alone",
    find: (text, { isForeignTool }) => {
      const names = new Set<string>();
      for (const [word] of text.matchAll(WORD)) {
        const name = word.length > NAME_MAX ? word : word.replace(/[_-]+$/u, "");
        if (isForeignTool(name) && NAME_LIKE.test(name)) names.add(name);
      }
      return names.size === 0 ? undefined : [...names].slice(0, 5).join(", ");
    },
  },
  {
    id: "secret-or-path",
    severity: "warning",
    summary: "secrets, or paths where secrets or people's files lie",
    fix: "remove it",
    find: (text) => firstMatch(SECRETS, text),
  },
];

/** Shorter texts hold neither an instruction nor a secret; most names are. */
const SHORTEST = 6;

function firstMatch(patterns: readonly RegExp[], text: string): string | undefined {
  if (text.length < SHORTEST) return undefined;
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return `"${found[0].trim().slice(0, 80)}"`;
  }
  return undefined;
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
