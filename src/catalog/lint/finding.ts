import type { Severity } from "../../output/diagnostic.ts";
import type { ProviderName } from "../providers/rule.ts";

/** One thing that lint found in a definition. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** Catalog name. */
  readonly tool: string;
  /** Where the definition came from: a server's name, or the source. */
  readonly owner: string;
  /** RFC 6901, in `{name, description, schema}`. */
  readonly pointer: string;
  readonly message: string;
  readonly fix: string;
  /** Who refuses it; absent for rules that look at what a definition says. */
  readonly providers?: readonly ProviderName[];
  /** `file:line:column` of the server's entry, where there is one. */
  readonly where?: string;
}

/** One row of the documentation and of SARIF's list of rules. */
export interface RuleDescription {
  readonly id: string;
  readonly severity: Severity;
  readonly summary: string;
  readonly fix: string;
  readonly source?: string;
}

export interface LintReport {
  readonly providers: readonly ProviderName[];
  /** Tools that were looked at. */
  readonly tools: readonly LintedTool[];
  readonly findings: readonly Finding[];
  /** Findings left out by `lint.ignore` or the baseline. */
  readonly ignored: number;
}

export interface LintedTool {
  readonly name: string;
  readonly owner: string;
}

const ORDER: readonly Severity[] = ["error", "warning", "info"];

/** Whether a finding is at least as severe as `limit`. */
export function reaches(severity: Severity, limit: Severity): boolean {
  return ORDER.indexOf(severity) <= ORDER.indexOf(limit);
}

export function countBySeverity(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  return { error: count("error"), warning: count("warning"), info: count("info") };
}
