import type { PermissionMode } from "../config/types.ts";
import type { PathAccess } from "../contract/path-guard.ts";
import { judgeCommand } from "./command-judge.ts";
import { decisionOfMode, onlyLooks } from "./mode-table.ts";
import { followPath } from "./paths/follow.ts";
import { Ground } from "./paths/ground.ts";
import { judgePath, type PathPolicy } from "./paths/judge.ts";
import { locatePath } from "./paths/locate.ts";
import { pathRules } from "./rules/path-rules.ts";
import { suggestPathRule } from "./rules/suggest.ts";
import { type ToolRules, toolRules } from "./rules/tool-rules.ts";
import type { Rule, RuleSet } from "./rules/types.ts";
import { property, type Subject, subjectOf } from "./subject.ts";
import { texts } from "./texts.ts";
import type { PathPlaces, PermissionCall, PermissionVerdict, ToolFacts } from "./types.ts";

export interface JudgeOptions {
  readonly places: PathPlaces;
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  readonly toolFacts?: (name: string) => ToolFacts | undefined;
  readonly planFile?: string;
  /** Name of the shell that bash commands run in; absent, it is bash. */
  readonly shellName?: () => Promise<string | undefined>;
}

export interface JudgeHow {
  /** A question follows: work out the rules that an answer could add, also where that needs the parser. */
  readonly forQuestion?: boolean;
}

/** Which argument of turnkit's own file tools is a path, what it is there when absent, and what they do with it. */
const FILE_TOOLS: Readonly<Record<string, { argument: string; absent?: string; access: PathAccess }>> = {
  read: { argument: "path", access: "read" },
  grep: { argument: "path", absent: ".", access: "search" },
  glob: { argument: "path", absent: ".", access: "search" },
  write: { argument: "path", access: "write" },
  edit: { argument: "file_path", access: "write" },
};

/** Judges calls by deny rules, allow rules and the mode, in this order. Asks nobody and changes nothing. */
export class CallJudge {
  readonly #options: JudgeOptions;
  readonly #ground: Ground;
  readonly #planFile: string | undefined;
  #rules: RuleSet;
  #tools: ToolRules;
  #policy: PathPolicy;

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.#ground = new Ground(options.places);
    const { planFile, places } = options;
    this.#planFile = planFile === undefined ? undefined : followPath(planFile, places.platform).realPath;
    this.#rules = options.rules;
    this.#tools = toolRules(options.rules);
    this.#policy = this.#makePolicy();
  }

  get policy(): PathPolicy {
    return this.#policy;
  }

  get rules(): RuleSet {
    return this.#rules;
  }

  /** Adds rules of this session. */
  allow(rules: readonly Rule[]): void {
    this.#rules = { ...this.#rules, allow: [...this.#rules.allow, ...rules] };
    this.#tools = toolRules(this.#rules);
    this.#policy = this.#makePolicy();
  }

  async verdict(call: PermissionCall, how: JudgeHow = {}): Promise<PermissionVerdict> {
    const subject = subjectOf(call, this.#options.toolFacts);
    if (subject === undefined) return verdictOf(call.name, "deny", "undecided", texts.invokesNothing);
    const denial = this.#tools.denying(subject.facts, subject.through);
    if (denial !== undefined) {
      return verdictOf(subject.name, "deny", `rule:deny ${denial}`, texts.toolDenied(subject.name, denial));
    }
    const allowing = this.#tools.allowing(subject.facts);
    if (subject.own && subject.name === "bash") return this.#bash(subject, allowing, how);
    const file =
      subject.own && Object.hasOwn(FILE_TOOLS, subject.name) ? FILE_TOOLS[subject.name] : undefined;
    if (file !== undefined) return this.#file(subject, file, allowing);
    return this.#other(subject, allowing);
  }

  #makePolicy(): PathPolicy {
    const rules = pathRules(this.#rules, this.#ground);
    return { ground: this.#ground, mode: this.#options.mode, rules, planFile: this.#planFile };
  }

  async #bash(
    { name, input }: Subject,
    allowing: string | undefined,
    how: JudgeHow,
  ): Promise<PermissionVerdict> {
    const command = property(input, "command");
    const { mode } = this.#options;
    const decision = decisionOfMode(mode, this.#planFile !== undefined);
    const spoken = await judgeCommand(typeof command === "string" ? command : "", {
      policy: this.#policy,
      rules: this.#rules,
      allowing,
      decision,
      suggest: how.forQuestion === true,
      shellName: this.#options.shellName,
    });
    const reason = spoken.reason ?? texts.byMode(name, mode, decision);
    return {
      ...verdictOf(name, spoken.decision, spoken.by ?? `mode:${mode}`, reason, spoken.notes),
      rules: spoken.rules,
    };
  }

  #file(
    { name, input }: Subject,
    file: { argument: string; absent?: string; access: PathAccess },
    allowing: string | undefined,
  ): PermissionVerdict {
    const given = property(input, file.argument) ?? file.absent;
    // Without a path the tool itself says what is wrong; nothing is opened.
    if (typeof given !== "string")
      return verdictOf(name, "allow", `mode:${this.#options.mode}`, texts.noPath(name));
    const respell = name === "edit" || file.access !== "write" ? file.access : "write";
    const located = locatePath(given, respell, this.#ground);
    if (!located.ok) return verdictOf(name, "allow", `mode:${this.#options.mode}`, located.message);
    const { realPath, stat, problem } = located;
    const judged = judgePath({ realPath, access: file.access, tool: name, allowing }, this.#policy);
    if (judged.decision === "ask" && problem !== undefined) {
      // Nothing to ask about: the guard refuses it whatever the answer.
      return { ...verdictOf(name, "allow", judged.by, problem.why), grants: [{ realPath, below: false }] };
    }
    const below = file.access === "search" || stat?.isDirectory() === true;
    const reason =
      judged.decision === "allow"
        ? texts.fileAllowed(name, located.path, judged.by)
        : texts.fileRefused(name, given, located.path, judged.why);
    return {
      ...verdictOf(name, judged.decision, judged.by, reason),
      rules: judged.decision === "ask" ? suggestPathRule(name, realPath, below, this.#policy) : [],
      grants: [{ realPath, below }],
    };
  }

  #other({ name, input, facts, own }: Subject, allowing: string | undefined): PermissionVerdict {
    const { mode } = this.#options;
    if (allowing !== undefined) {
      return verdictOf(name, "allow", `rule:allow ${allowing}`, texts.toolAllowed(name, allowing));
    }
    if (own && onlyLooks(name, input))
      return verdictOf(name, "allow", `mode:${mode}`, texts.onlyLooks(name, mode));
    if (isTrustedReadOnly(facts))
      return verdictOf(name, "allow", `mode:${mode}`, texts.trustedReadOnly(name));
    const decision = decisionOfMode(mode, this.#planFile !== undefined);
    const verdict = verdictOf(name, decision, `mode:${mode}`, texts.byMode(name, mode, decision));
    return { ...verdict, rules: [name] };
  }
}

/** Annotations are hints of an untrusted party: only the server's own entry can make one count (40-mcp). */
export function isTrustedReadOnly(facts: ToolFacts): boolean {
  return facts.trustAnnotations === true && facts.readOnlyHint === true && facts.destructiveHint !== true;
}

function verdictOf(
  tool: string,
  decision: PermissionVerdict["decision"],
  by: string,
  reason: string,
  notes: readonly string[] = [],
): PermissionVerdict {
  return { decision, tool, by, reason, notes, rules: [], grants: [] };
}
