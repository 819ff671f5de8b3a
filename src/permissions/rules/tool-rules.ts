import type { ToolFacts } from "../types.ts";
import type { Rule, RuleSet, ToolRule } from "./types.ts";
import { ANY_RUN, matchesWildcards } from "./wildcards.ts";

/** The tool rules of a turn; each answer is the text of the first rule that speaks. */
export interface ToolRules {
  denying(tool: ToolFacts, through?: string): string | undefined;
  allowing(tool: ToolFacts): string | undefined;
}

/**
 * Denials compare folded, allowances exactly. A `server/tool` denial whose server cannot be told holds for
 * every MCP tool: what is undecided is denied.
 */
export function toolRules(rules: RuleSet): ToolRules {
  const deny = rules.deny.filter(isToolRule).map((rule) => ({ ...rule, pattern: foldedName(rule.pattern) }));
  const allow = rules.allow.filter(isToolRule);
  return {
    denying: (tool, through) => deny.find((rule) => denies(rule, tool, through))?.text,
    allowing: (tool) => allow.find((rule) => allows(rule, tool))?.text,
  };
}

function denies({ pattern, alias }: ToolRule, tool: ToolFacts, through: string | undefined): boolean {
  if (!alias) {
    return [tool.name, through].some(
      (name) => name !== undefined && matchesWildcards(pattern, foldedName(name)),
    );
  }
  const known = aliasOf(tool);
  if (known !== undefined) return matchesWildcards(pattern, foldedName(known));
  return /^(mcp|connector)__/.test(tool.name) || tool.source === "configured";
}

function allows({ pattern, alias }: ToolRule, tool: ToolFacts): boolean {
  const name = alias ? aliasOf(tool) : tool.name;
  return name !== undefined && matchesWildcards(pattern, name) && staysInServer({ pattern, alias }, tool);
}

/** `mcp__github__*` and `github/*` speak of the server `github`, not of one called `github__other` or `github/other`. */
function staysInServer({ pattern, alias }: Pick<ToolRule, "pattern" | "alias">, tool: ToolFacts): boolean {
  const { name, server } = tool;
  const kind = alias ? "" : /^(mcp|connector)__/.exec(name)?.[0];
  if (kind === undefined || server === undefined || pattern === name) return true;
  const end = alias ? "/" : "__";
  const start = kind + (alias ? server : server.replaceAll(/[^A-Za-z0-9_-]/gu, "_")) + end;
  const head = pattern.split(ANY_RUN, 1)[0] ?? "";
  return head.startsWith(start) || !head.slice(kind.length).includes(end);
}

function aliasOf({ server, serverTool }: ToolFacts): string | undefined {
  return server === undefined || serverTool === undefined ? undefined : `${server}/${serverTool}`;
}

/** As names of tools and servers compare everywhere (30-catalog). */
function foldedName(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase();
}

function isToolRule(rule: Rule): rule is ToolRule {
  return rule.kind === "tool";
}
