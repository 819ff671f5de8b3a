import type { Severity } from "../../output/diagnostic.ts";
import { countBySeverity, type Finding, type LintReport } from "./finding.ts";

/** The document of `catalog lint --format json`; also what `--baseline` reads. */
export interface LintDocument {
  readonly schemaVersion: 1;
  readonly providers: readonly string[];
  readonly totals: Readonly<Record<Severity, number>> & { readonly tools: number; readonly ignored: number };
  readonly findings: readonly Finding[];
}

export function lintDocument({ providers, tools, findings, ignored }: LintReport): LintDocument {
  return {
    schemaVersion: 1,
    providers,
    totals: { ...countBySeverity(findings), tools: tools.length, ignored },
    findings,
  };
}
