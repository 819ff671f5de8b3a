import { BUILTIN_TOOL_IDS, MATRIX_TOOL_IDS } from "../../config/tool-ids.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { nearest } from "../../output/nearest.ts";
import { texts } from "../texts.ts";
import type { Rule, RuleSet } from "./types.ts";

/** Tools of turnkit's own that a turn may lack: a rule for one of them is no mistake. */
const OWN: readonly string[] = [
  ...BUILTIN_TOOL_IDS,
  ...MATRIX_TOOL_IDS,
  "skill",
  "memory",
  "code_review",
  "mavis",
  "ask_user",
  "request_feature_enable",
  "web_search",
  "task",
  "task_append",
  "tool_search",
  "mcp_invoke",
  "goal_get",
  "goal_complete",
  "EnterPlanMode",
  "ExitPlanMode",
];

/** A warning for each rule whose name is not known but nearly one that is: as it stands it would never speak. */
export function misspelledRules(rules: RuleSet, names: readonly string[]): Diagnostic[] {
  const known = new Set([...OWN, ...names]);
  const check = (list: "allow" | "deny", rule: Rule): Diagnostic[] => {
    const plain = rule.kind === "tool" && !rule.alias && !/\*|^(mcp|connector)__/.test(rule.text);
    if (!plain || known.has(rule.text)) return [];
    const near = nearest(rule.text, known, 1)[0];
    if (near === undefined) return [];
    return [
      { severity: "warning", code: "rule_misspelled", message: texts.misspelled(list, rule.text, near) },
    ];
  };
  return [
    ...rules.allow.flatMap((rule) => check("allow", rule)),
    ...rules.deny.flatMap((rule) => check("deny", rule)),
  ];
}
