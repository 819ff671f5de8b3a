import { assetBytes } from "../config/assets.ts";
import type { PathPolicy } from "./paths/judge.ts";
import { judgeRedirect } from "./redirects.ts";
import { suggestCommandRule } from "./rules/suggest.ts";
import type { CommandRule, PathRule, RuleSet } from "./rules/types.ts";
import { allows, denies, type Understood, type UnderstoodCommand, understand } from "./shell/judge.ts";
import type { CommandParser, ReadCommand } from "./shell/parser.ts";
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
}

export interface CommandVerdict {
  readonly decision: PermissionDecision;
  /** Absent: the mode spoke. */
  readonly by?: string;
  readonly reason?: string;
  readonly notes: readonly string[];
  readonly rules: readonly string[];
}

/** Judges shell commands. The parser is loaded with the first command that a bash rule needs it for. */
export class CommandJudge {
  #parser: CommandParser | undefined;

  async judge(command: string, question: CommandQuestion): Promise<CommandVerdict> {
    const { rules, allowing, decision } = question;
    const deny = rules.deny.filter(isCommandRule);
    const allow = rules.allow.filter(isCommandRule);
    const denying = [...deny, ...rules.deny.filter(isRedirectRule)];
    if (denying.length === 0) {
      if (allowing !== undefined) return allowedBy(allowing);
      if (decision === "allow" || (allow.length === 0 && !question.suggest))
        return modeSpeaks(decision, question, []);
    }
    const read = await this.#read(command);
    if (!read.ok) return this.#undecided(read.reason, denying[0], question);
    const understood = understand(read.script);
    const denial = denialOf(read.script, understood, deny, question.policy);
    if (denial !== undefined) return denial;
    if (understood.unresolved !== undefined)
      return this.#undecided(understood.unresolved, denying[0], question);
    if (allowing !== undefined) return allowedBy(allowing);
    return this.#byAllowRules(read.script, understood, allow, question);
  }

  #undecided(
    why: string,
    denying: CommandRule | PathRule | undefined,
    question: CommandQuestion,
  ): CommandVerdict {
    if (denying !== undefined) return deniedBy(denying.text, texts.unresolvedDenied(why, denying.text));
    if (question.allowing !== undefined) return allowedBy(question.allowing);
    return modeSpeaks(question.decision, question, [texts.unresolvedNote(why)]);
  }

  #byAllowRules(
    script: ShellScript,
    understood: Understood,
    allow: readonly CommandRule[],
    question: CommandQuestion,
  ): CommandVerdict {
    const { commands, unallowable } = understood;
    const { decision } = question;
    if (unallowable !== undefined)
      return modeSpeaks(decision, question, [texts.unallowableNote(unallowable)]);
    const open = commands.filter((command) => !allow.some((rule) => allows(rule, command)));
    const redirects = script.redirects.map((redirect) => judgeRedirect(redirect, script, question.policy));
    const refused = redirects.flatMap((judged) => (judged.allowed ? [] : [judged]));
    const something = commands.length + redirects.length > 0;
    if (something && open.length === 0 && refused.length === 0) {
      return allowedByAll(commands, allow);
    }
    const notes = allow.length === 0 ? [] : [texts.notCovered(open[0]?.typed ?? refused[0]?.what ?? "")];
    const suggestable = refused.every((redirect) => redirect.rule !== undefined);
    const rules = suggestable
      ? [
          ...open.flatMap((command) => suggestCommandRule(command.typed)),
          ...refused.flatMap(({ rule }) => rule ?? []),
        ]
      : [];
    const complete = rules.length === open.length + refused.length;
    return { ...modeSpeaks(decision, question, notes), rules: complete ? [...new Set(rules)] : [] };
  }

  async #read(command: string): Promise<ReadCommand> {
    const { CommandParser } = await import("./shell/parser.ts");
    this.#parser ??= new CommandParser(() =>
      Promise.resolve({
        machine: assetBytes("web-tree-sitter.wasm"),
        bash: assetBytes("tree-sitter-bash.wasm"),
      }),
    );
    return this.#parser.read(command);
  }
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
    const judged = judgeRedirect(redirect, script, policy);
    if (judged.deniedBy !== undefined)
      return deniedBy(judged.deniedBy, texts.redirectDenied(judged.what, judged.deniedBy));
  }
  return undefined;
}

function deniedBy(rule: string, reason: string): CommandVerdict {
  return { decision: "deny", by: `rule:deny ${rule}`, reason, notes: [texts.pathRulesNote], rules: [] };
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

function allowedByAll(commands: readonly UnderstoodCommand[], allow: readonly CommandRule[]): CommandVerdict {
  const spoken = commands.map((command) => allow.find((rule) => allows(rule, command))?.text ?? "");
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
