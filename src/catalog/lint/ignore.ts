import type { LintIgnore } from "../../config/types.ts";
import { listNames } from "../matching.ts";
import type { Finding, LintReport } from "./finding.ts";

/** What is known of a finding in a baseline. */
export type KnownFinding = Pick<Finding, "rule" | "tool" | "pointer">;

/** Leaves out what the configuration ignores with a reason (`rule` and `tool` may end in `*`). */
export function withoutIgnored(report: LintReport, ignore: readonly LintIgnore[]): LintReport {
  return keep(report, ({ rule, tool }) =>
    ignore.every((entry) => !listNames([entry.rule], [rule]) || !listNames([entry.tool], [tool])),
  );
}

/** Leaves out what a baseline has already: the same rule at the same place of the same tool. */
export function withoutKnown(report: LintReport, known: readonly KnownFinding[]): LintReport {
  const keys = new Set(known.map(keyOf));
  return keep(report, (finding) => !keys.has(keyOf(finding)));
}

function keep(report: LintReport, test: (finding: Finding) => boolean): LintReport {
  const findings = report.findings.filter(test);
  return { ...report, findings, ignored: report.ignored + report.findings.length - findings.length };
}

function keyOf({ rule, tool, pointer }: KnownFinding): string {
  return `${rule}\n${tool}\n${pointer}`;
}
