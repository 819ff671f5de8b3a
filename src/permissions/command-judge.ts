import { assetBytes } from "../config/assets.ts";
import type { PathPolicy } from "./paths/judge.ts";
import { type JudgedRedirect, judgeRedirect } from "./redirects.ts";
import { suggestCommandRule } from "./rules/suggest.ts";
import type { CommandRule, PathRule, RuleSet } from "./rules/types.ts";
import { allows, denies, type Understood, type UnderstoodCommand, understand } from "./shell/judge.ts";
import type { GrammarBytes } from "./shell/parser.ts";
import type { ShellScript } from "./shell/types.ts";
import { texts } from "./texts.ts";
import type { PermissionDecision } from "./types.ts";

export interface CommandQuestion {
  readonly policy: PathPolicy;
  readonly rules: RuleSet;
  /** A tool rule that allows bash as a whole. */
  readonly allowing: string | undefined;
  /** What the mode says where no rule speaks. */
  readonly decision: PermissionDecision;
  readonly suggest: boolean;
  /** The shell that would run it, `bash` when it is not known. */
  readonly shellName?: () => Promise<string | undefined>;
}

export interface CommandVerdict {
  readonly decision: PermissionDecision;
  /** Absent: the mode spoke. */
  readonly by?: string;
  readonly reason?: string;
  readonly notes: readonly string[];
  readonly rules: readonly string[];
}

/** Judges a shell command. The parser is loaded with the first command that a bash rule needs it for. */
export async function judgeCommand(command: string, question: CommandQuestion): Promise<CommandVerdict> {
  const { rules, allowing, decision } = question;
  const deny = rules.deny.filter(isCommandRule);
  const allow = rules.allow.filter(isCommandRule);
  const denying = [...deny, ...rules.deny.filter(isRedirectRule)];
  if (denying.length === 0) {
    if (allowing !== undefined) return allowedBy(allowing);
    const noRules = allow.length === 0 && !question.suggest;
    if (decision === "allow" || noRules) return modeSpeaks(decision, question, []);
  }
  const { readCommand } = await import("./shell/parser.ts");
  const read = await readCommand(command, grammarBytes);
  if (!read.ok) return undecided(read.reason, denying[0], question);
  const shell = read.onlyBash ? await question.shellName?.() : undefined;
  if (shell !== undefined && shell !== "bash") return undecided(texts.onlyBash(shell), denying[0], question);
  const understood = understand(read.script);
  const denial = denialOf(read.script, understood, deny, question.policy);
  if (denial !== undefined) return denial;
  if (understood.unresolved !== undefined) return undecided(understood.unresolved, denying[0], question);
  if (allowing !== undefined) return allowedBy(allowing);
  return byAllowRules(read.script, understood, allow, question);
}

function grammarBytes(): GrammarBytes {
  return { machine: assetBytes("web-tree-sitter.wasm"), bash: assetBytes("tree-sitter-bash.wasm") };
}

function undecided(
  why: string,
  denying: CommandRule | PathRule | undefined,
  question: CommandQuestion,
): CommandVerdict {
  if (denying !== undefined) return deniedBy(denying.text, texts.unresolvedDenied(why, denying.text));
  if (question.allowing !== undefined) return allowedBy(question.allowing);
  return modeSpeaks(question.decision, question, [texts.unresolvedNote(why)]);
}

function byAllowRules(
  script: ShellScript,
  understood: Understood,
  allow: readonly CommandRule[],
  question: CommandQuestion,
): CommandVerdict {
  const { commands, unallowable } = understood;
  const speaks = (notes: readonly string[]) => modeSpeaks(question.decision, question, notes);
  if (unallowable !== undefined) return speaks([texts.unallowableNote(unallowable)]);
  const spoken = commands.map((command) => allow.find((rule) => allows(rule, command))?.text);
  const open = commands.filter((_, at) => spoken[at] === undefined);
  const redirects = script.redirects.map((redirect) => judgeRedirect(redirect, understood, question.policy));
  const refused = redirects.flatMap((judged) => (judged.allowed ? [] : [judged]));
  const something = commands.length + redirects.length > 0;
  if (something && open.length === 0 && refused.length === 0) return allowedByAll(spoken);
  const notes = allow.length === 0 ? [] : [texts.notCovered(open[0]?.typed ?? refused[0]?.what ?? "")];
  return { ...speaks(notes), rules: rulesFor(open, refused) };
}

/** The rules that would allow what is still open; none when any part of it has none. */
function rulesFor(open: readonly UnderstoodCommand[], refused: readonly JudgedRedirect[]): readonly string[] {
  const rules = [
    ...open.map((command) => suggestCommandRule(command.typed)),
    ...refused.map(({ rule }) => rule ?? []),
  ];
  return rules.some((list) => list.length === 0) ? [] : [...new Set(rules.flat())];
}

function denialOf(
  script: ShellScript,
  understood: Understood,
  deny: readonly CommandRule[],
  policy: PathPolicy,
): CommandVerdict | undefined {
  for (const command of understood.commands) {
    const rule = deny.find((candidate) => denies(candidate, command));
    if (rule !== undefined) return deniedBy(rule.text, texts.commandDenied(command.typed, rule.text));
  }
  for (const redirect of script.redirects) {
    const judged = judgeRedirect(redirect, understood, policy);
    if (judged.deniedBy !== undefined)
      return deniedBy(judged.deniedBy, texts.redirectDenied(judged.what, judged.deniedBy));
  }
  return undefined;
}

function deniedBy(rule: string, reason: string): CommandVerdict {
  return { decision: "deny", by: `rule:deny ${rule}`, reason, notes: [], rules: [] };
}

function allowedBy(rule: string): CommandVerdict {
  return {
    decision: "allow",
    by: `rule:allow ${rule}`,
    reason: texts.toolAllowed("bash", rule),
    notes: [],
    rules: [],
  };
}

/** `spoken`: the rule that allows each command. */
function allowedByAll(spoken: readonly (string | undefined)[]): CommandVerdict {
  const rules = [...new Set(spoken)].join(", ");
  return {
    decision: "allow",
    by: `rule:allow ${rules || "bash-write"}`,
    reason: texts.commandsAllowed(rules),
    notes: [],
    rules: [],
  };
}

function modeSpeaks(
  decision: PermissionDecision,
  { rules }: CommandQuestion,
  notes: readonly string[],
): CommandVerdict {
  const paths = rules.deny.some((rule) => rule.kind === "path" && rule.scope !== "bash-write");
  return { decision, notes: paths ? [...notes, texts.pathRulesNote] : notes, rules: [] };
}

function isCommandRule(rule: { readonly kind: string }): rule is CommandRule {
  return rule.kind === "command";
}

function isRedirectRule(rule: RuleSet["deny"][number]): rule is PathRule {
  return rule.kind === "path" && rule.scope === "bash-write";
}
