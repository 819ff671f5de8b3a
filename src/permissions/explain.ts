import type { PermissionMode } from "../config/types.ts";
import { isTrustedReadOnly } from "./judge-call.ts";
import { decisionOfMode, onlyLooks } from "./mode-table.ts";
import { toolRules } from "./rules/tool-rules.ts";
import type { Rule, RuleSet } from "./rules/types.ts";
import { subjectOf } from "./subject.ts";
import { texts } from "./texts.ts";
import type { ToolFacts, ToolPermission } from "./types.ts";

export interface ExplainOptions {
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  readonly planFile?: string;
}

const WRITING: ReadonlySet<string> = new Set(["write", "edit"]);
const READING: ReadonlySet<string> = new Set(["read", "grep", "glob"]);

/** The verdict on a tool whose arguments are not known, with the rules that may decide otherwise. */
export function explainTool(facts: ToolFacts, options: ExplainOptions): ToolPermission {
  const { mode, rules } = options;
  const subject = subjectOf({ name: facts.name, input: { tool_name: facts.name } }, () => facts);
  const own = subject?.own ?? true;
  const { denying, allowing } = toolRules(rules);
  const denial = denying(facts);
  if (denial !== undefined) return { mode, verdict: "refuse", text: texts.toolDenied(facts.name, denial) };
  const whole = own ? rules.deny.find((rule) => isWhole(rule) && concerns(rule, facts.name)) : undefined;
  if (whole !== undefined) return { mode, verdict: "refuse", text: texts.toolDenied(facts.name, whole.text) };
  const allowance = allowing(facts);
  const notes = own ? notesOn(facts.name, rules, mode) : [];
  const by = (verdict: ToolPermission["verdict"], text: string) => ({
    mode,
    verdict,
    text: [sentence(text), ...notes].join(" "),
  });
  if (allowance !== undefined) return by("run", texts.toolAllowed(facts.name, allowance));
  if (facts.name === "mcp_invoke") return by("run", texts.explainInvoke);
  if (own && (onlyLooks(facts.name, {}) || READING.has(facts.name)))
    return by("run", texts.onlyLooks(facts.name, mode));
  if (!own && isTrustedReadOnly(facts)) return by("run", texts.trustedReadOnly(facts.name));
  if (own && WRITING.has(facts.name)) return by(writingVerdict(mode), texts.explainWriting(facts.name, mode));
  const decision = decisionOfMode(mode, options.planFile !== undefined);
  return by(
    decision === "allow" ? "run" : decision === "ask" ? "ask" : "refuse",
    texts.byMode(facts.name, mode, decision),
  );
}

function writingVerdict(mode: PermissionMode): ToolPermission["verdict"] {
  if (mode === "read-only") return "refuse";
  return mode === "ask" ? "ask" : "run";
}

function notesOn(tool: string, rules: RuleSet, mode: PermissionMode): string[] {
  const deny = rules.deny.filter((rule) => concerns(rule, tool)).map((rule) => rule.text);
  const allow = rules.allow.filter((rule) => concerns(rule, tool)).map((rule) => rule.text);
  const paths = rules.deny.some((rule) => rule.kind === "path" && rule.scope !== "bash-write");
  return [
    ...(deny.length > 0 ? [texts.explainDeny(deny)] : []),
    ...(allow.length > 0 ? [texts.explainAllow(allow)] : []),
    ...(tool === "bash" && paths ? [texts.pathRulesNote] : []),
    ...(READING.has(tool) && mode !== "full" ? [texts.explainReading] : []),
  ];
}

function concerns(rule: Rule, tool: string): boolean {
  if (rule.kind === "command") return tool === "bash";
  if (rule.kind === "tool") return false;
  if (rule.scope === "read") return READING.has(tool);
  return rule.scope === "bash-write" ? tool === "bash" : WRITING.has(tool);
}

/** `deny: write` without a path denies the tool as a whole. */
function isWhole(rule: Rule): boolean {
  return rule.kind === "path" && rule.glob === undefined;
}

function sentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
