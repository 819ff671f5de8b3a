import type { Severity } from "../../output/diagnostic.ts";
import { visible } from "../../output/visible.ts";
import { markdownText } from "../formats/markdown.ts";
import { counted } from "../texts.ts";
import { countBySeverity, type Finding, type LintReport, reaches } from "./finding.ts";
import { placeOf } from "./place.ts";

/** For people: findings below their tool, the fix below each, and one line of totals. */
export function renderText(report: LintReport): string {
  const lines: string[] = [];
  let tool: string | undefined;
  for (const finding of report.findings) {
    if (finding.tool !== tool)
      lines.push(`${lines.length > 0 ? "\n" : ""}${visible(finding.tool)} (${visible(finding.owner)})`);
    tool = finding.tool;
    lines.push(
      `  ${finding.severity} ${finding.rule} ${visible(finding.pointer) || "/"}${refusers(finding)}`,
    );
    lines.push(`    ${visible(finding.message)}; fix: ${finding.fix}`);
  }
  return `${lines.join("\n")}${lines.length > 0 ? "\n\n" : ""}${summary(report)}\n`;
}

export function summary(report: LintReport): string {
  const { error, warning, info } = countBySeverity(report.findings);
  const counts = [counted(error, "error"), counted(warning, "warning"), counted(info, "note")];
  const ignored = report.ignored === 0 ? "" : `, ${report.ignored} ignored`;
  return `${counted(report.tools.length, "tool")}: ${counts.join(", ")}${ignored}`;
}

/** Workflow commands of GitHub Actions; `% CR LF` and, in properties, `: ,` are escaped. */
export function renderGithub(report: LintReport, workspace: string): string {
  const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };
  return report.findings
    .map((finding) => {
      const title = property(`${finding.rule}: ${finding.tool}`);
      const place = placeOf(finding, workspace);
      const file = place === undefined ? "" : `file=${property(place.file)},line=${place.line},`;
      const message = `${finding.pointer || "/"}${refusers(finding)}: ${finding.message}; fix: ${finding.fix}`;
      return `::${commands[finding.severity]} ${file}title=${title}::${githubData(visible(message))}\n`;
    })
    .join("");
}

/** JUnit: one test case per tool, failed by findings that reach `failOn`; the others are its output. */
export function renderJunit(
  report: LintReport,
  failOn: Severity,
  command: "lint" | "check" | "diff" = "lint",
): string {
  const byTool = Map.groupBy(report.findings, ({ tool }) => tool);
  const cases = report.tools.map(({ name, owner }) => {
    const findings = byTool.get(name) ?? [];
    const failed = findings.filter(({ severity }) => reaches(severity, failOn));
    const open = `    <testcase classname="${xml(owner)}" name="${xml(name)}"`;
    if (findings.length === 0) return { failed: false, text: `${open}/>` };
    const failures = failed.map(
      (one) => `      <failure type="${one.rule}" message="${xml(sentence(one))}"/>`,
    );
    const rest = findings.filter((one) => !failed.includes(one)).map(sentence);
    const output = rest.length === 0 ? [] : [`      <system-out>${xml(rest.join("\n"))}</system-out>`];
    return {
      failed: failed.length > 0,
      text: [`${open}>`, ...failures, ...output, "    </testcase>"].join("\n"),
    };
  });
  const failures = cases.filter(({ failed }) => failed).length;
  const counts = `tests="${cases.length}" failures="${failures}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="turnkit catalog ${command}" ${counts}>`,
    `  <testsuite name="catalog" ${counts}>`,
    ...cases.map(({ text }) => text),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

/** A table for comments and job summaries, with `line` below it. */
export function renderMarkdown({ findings }: LintReport, line: string): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const head = row(["Severity", "Tool", "Rule", "Where", "Finding", "Fix"]) + row(Array(6).fill("---"));
  const rows = findings.map((finding) => {
    const { severity, tool, rule, pointer, message, fix } = finding;
    return row(
      [severity, tool, rule, pointer || "/", `${message}${refusers(finding)}`, fix].map(markdownText),
    );
  });
  return `${rows.length === 0 ? "" : `${head}${rows.join("")}\n`}${line}\n`;
}

function sentence(finding: Finding): string {
  const { severity, rule, pointer, message, fix } = finding;
  return `${severity} ${rule} ${pointer || "/"}${refusers(finding)}: ${message}; fix: ${fix}`;
}

function refusers({ providers }: Finding): string {
  return providers === undefined ? "" : ` [${providers.join(", ")}]`;
}

function githubData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return githubData(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function xml(text: string): string {
  const escaped = text
    .split("\n")
    .map(visible)
    .join("\n")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  return escaped.replaceAll("\n", "&#10;");
}
