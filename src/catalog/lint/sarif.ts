import { VERSION } from "../../config/version.ts";
import type { Severity } from "../../output/diagnostic.ts";
import { canonicalJson } from "../../output/json.ts";
import { visible } from "../../output/visible.ts";
import type { Finding, LintReport, RuleDescription } from "./finding.ts";
import { describeRules } from "./lint.ts";
import { placeOf } from "./place.ts";

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** SARIF 2.1.0; files below the workspace by their relative path, others by their name alone. */
export async function sarifLog(
  report: LintReport,
  workspace: string,
  rules: readonly RuleDescription[] = describeRules(),
): Promise<unknown> {
  const index = new Map(rules.map(({ id }, at) => [id, at]));
  const { createHash } = await import("node:crypto");
  const fingerprint = (finding: Finding) => {
    const { rule, tool, pointer } = finding;
    return createHash("sha256")
      .update(canonicalJson([rule, tool, pointer]))
      .digest("hex")
      .slice(0, 32);
  };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "turnkit",
            version: VERSION,
            informationUri: "https://modelcontextprotocol.io",
            rules: rules.map(({ id, severity, summary, fix, source }) => ({
              id,
              shortDescription: { text: summary },
              help: { text: `Fix: ${fix}` },
              ...(source?.startsWith("https://") ? { helpUri: source } : {}),
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        results: report.findings.map((finding) => ({
          ruleId: finding.rule,
          ruleIndex: index.get(finding.rule),
          level: LEVELS[finding.severity],
          message: { text: visible(`${finding.tool}: ${finding.message}. Fix: ${finding.fix}`) },
          locations: [location(finding, workspace)],
          partialFingerprints: { "turnkit/v1": fingerprint(finding) },
        })),
      },
    ],
  };
}

function location(finding: Finding, workspace: string) {
  const place = placeOf(finding, workspace);
  const logical = {
    name: visible(finding.tool),
    fullyQualifiedName: visible(`${finding.owner}/${finding.tool}${finding.pointer}`),
    kind: "function",
  };
  const uri =
    place === undefined ? "turnkit.lock.json" : place.file.split("/").map(encodeURIComponent).join("/");
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine: place?.line ?? 1 } },
    logicalLocations: [logical],
  };
}
