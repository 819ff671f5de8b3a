import type { PermissionMode } from "../config/types.ts";
import type { PermissionAnswer, PermissionGate } from "../contract/permission.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { isFault, messageOf } from "../output/fault.ts";
import { explainTool } from "./explain.ts";
import { CallJudge } from "./judge-call.ts";
import { guardFor } from "./path-guard.ts";
import { readRule } from "./rules/parse.ts";
import type { RuleSet } from "./rules/types.ts";
import { texts } from "./texts.ts";
import type {
  AskUser,
  PathPlaces,
  PermissionCall,
  PermissionReply,
  PermissionVerdict,
  ToolFacts,
  ToolPermission,
} from "./types.ts";

export interface EngineOptions {
  readonly places: PathPlaces;
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  /** By catalog name; without it `server/tool` rules and annotations say nothing, and such denials hold for all. */
  readonly toolFacts?: (name: string) => ToolFacts | undefined;
  /** Only where there is a terminal. */
  readonly ask?: AskUser;
  /** Ctrl-C at a question. */
  readonly endTurn?: () => void;
  /** Plan mode: the only file that may be written. */
  readonly planFile?: string;
  /** Stores the rules of an "always"; when it fails they hold for this session, and `report` is told. */
  readonly remember?: (rules: readonly string[]) => Promise<void>;
  readonly report?: (diagnostic: Diagnostic) => void;
  /** Name of the shell that bash commands run in; absent, it is bash. */
  readonly shellName?: () => Promise<string | undefined>;
  /** Takes turnkit's own secrets out of what a question shows. */
  readonly mask?: (text: string) => string;
}

export interface PermissionEngine {
  /** Decides on one call, asking where it may. Never throws: what cannot be decided is a denial. */
  readonly gate: PermissionGate;
  /** The verdict alone: asks nobody, runs nothing. */
  verdict(call: PermissionCall): Promise<PermissionVerdict>;
  /** What the mode and the rules say of a tool before its arguments are known. */
  explain(tool: ToolFacts): ToolPermission;
}

/** The permission engine of one turn: one mode, its rules, and what the user answers on the way. */
export function createPermissionEngine(options: EngineOptions): PermissionEngine {
  const engine = new Engine(options);
  return {
    gate: (request) => engine.decide(request),
    verdict: (call) => engine.judge.verdict(call),
    explain: (tool) => explainTool(tool, { ...options, rules: engine.judge.rules }),
  };
}

class Engine {
  readonly judge: CallJudge;
  readonly #options: EngineOptions;
  /** Questions come one after another; each waits for the answer of the one before. */
  #asking: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.judge = new CallJudge(options);
  }

  async decide({ tool, name, input, signal }: Parameters<PermissionGate>[0]): Promise<PermissionAnswer> {
    try {
      const call = { name, input, source: tool.source };
      const verdict = await this.judge.verdict(call);
      if (verdict.decision === "allow") return this.#allowed(verdict);
      if (verdict.decision === "deny") return refused(verdict);
      return await this.#ask(call, signal);
    } catch (error) {
      return denied("undecided", texts.undecided(name, messageOf(error)));
    }
  }

  #allowed(verdict: PermissionVerdict): PermissionAnswer {
    return {
      allowed: true,
      paths: guardFor(this.judge.policy, { tool: verdict.tool, grants: verdict.grants }),
    };
  }

  #ask(call: PermissionCall, signal: AbortSignal | undefined): Promise<PermissionAnswer> {
    const answer = this.#asking.then(() => this.#askNow(call, signal));
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  async #askNow(call: PermissionCall, signal: AbortSignal | undefined): Promise<PermissionAnswer> {
    // An answer given meanwhile may have decided this call too.
    const verdict = await this.judge.verdict(call, { forQuestion: true });
    if (verdict.decision === "allow") return this.#allowed(verdict);
    const { ask } = this.#options;
    if (verdict.decision === "deny") return refused(verdict);
    if (ask === undefined) return refused({ ...verdict, reason: texts.nobodyToAsk(verdict.reason) });
    if (this.#ended || signal?.aborted) return denied("user", texts.turnEnded(call.name));
    const { workspace } = this.#options.places;
    const mask = this.#options.mask ?? ((text: string) => text);
    const facts = this.#options.toolFacts?.(verdict.tool);
    const paths = guardFor(this.judge.policy, { tool: verdict.tool, grants: verdict.grants });
    const reply = await ask({ verdict, call, workspace, paths, facts, mask }, signal);
    return this.#settle(reply, verdict);
  }

  async #settle({ answer }: PermissionReply, verdict: PermissionVerdict): Promise<PermissionAnswer> {
    if (answer === "end") {
      this.#ended = true;
      this.#options.endTurn?.();
      return denied("user", texts.turnEnded(verdict.tool));
    }
    if (answer === "deny") return denied("user", texts.deniedByUser(verdict.tool));
    if (answer === "once" || verdict.rules.length === 0) return this.#allowed(verdict);
    this.judge.allow(verdict.rules.map(readRule).filter((rule) => "kind" in rule));
    if (answer === "always") await this.#remember(verdict.rules);
    return this.#allowed(verdict);
  }

  async #remember(rules: readonly string[]): Promise<void> {
    try {
      await this.#options.remember?.(rules);
    } catch (error) {
      const where = isFault(error) ? error.where : undefined;
      this.#options.report?.({
        severity: "warning",
        code: "rule_not_stored",
        message: messageOf(error),
        where,
      });
    }
  }
}

function refused({ tool, by, reason, notes }: PermissionVerdict): PermissionAnswer {
  return denied(by, texts.notRun(tool, reason, notes));
}

function denied(deniedBy: string, reason: string): PermissionAnswer {
  return { allowed: false, deniedBy, reason };
}
