import { resolve } from "node:path";
import { catalogFault } from "../../catalog/errors.ts";
import { lintDocument } from "../../catalog/lint/document.ts";
import { type LintReport, reaches } from "../../catalog/lint/finding.ts";
import { type KnownFinding, withoutIgnored, withoutKnown } from "../../catalog/lint/ignore.ts";
import { lintCatalog } from "../../catalog/lint/lint.ts";
import { renderGithub, renderJunit, renderMarkdown, renderText, summary } from "../../catalog/lint/render.ts";
import { PROVIDER_NAMES } from "../../catalog/providers/rule.ts";
import { readSavedJson } from "../../catalog/saved-json.ts";
import type { Severity } from "../../output/diagnostic.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { jsonDocument } from "../../output/json.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { LintFlags } from "./catalog.ts";
import { listCatalog, silentServers } from "./catalog-setup.ts";

export async function runCatalogLint(this: CliContext, flags: LintFlags): Promise<void> {
  const { host } = this;
  const known = flags.baseline === undefined ? [] : await readBaseline(host, flags.baseline);
  const { catalog, servers, workplace, mask } = await listCatalog(host, flags);
  writeDiagnostics(host, mask.maskDeep(catalog.diagnostics), flags);
  const all = lintCatalog(catalog, flags.provider ?? PROVIDER_NAMES);
  const wanted = withoutIgnored(all, workplace.loaded.config.lint.ignore);
  const report = mask.maskDeep(withoutKnown(wanted, known));
  const failOn = flags.failOn ?? "error";
  host.stdout.write(await render(report, { ...flags, failOn, workspace: workplace.workspace }));
  if (report.findings.some(({ severity }) => reaches(severity, failOn))) return this.exitWith(ExitCode.found);
  // What did not answer was not looked at: without findings that would pass for a clean catalog.
  const silent = silentServers({ servers, workplace });
  if (silent.length > 0) throw catalogFault.serversSilent(silent);
}

interface Rendering extends LintFlags {
  readonly failOn: Severity;
  readonly workspace: string;
}

async function render(report: LintReport, { json, format, failOn, workspace }: Rendering): Promise<string> {
  switch (json === true ? "json" : (format ?? "text")) {
    case "json":
      return jsonDocument(lintDocument(report));
    case "sarif": {
      const { sarifLog } = await import("../../catalog/lint/sarif.ts");
      return jsonDocument(await sarifLog(report, workspace));
    }
    case "junit":
      return renderJunit(report, failOn);
    case "github":
      return renderGithub(report, workspace);
    case "markdown":
      return renderMarkdown(report, summary(report));
    default:
      return renderText(report);
  }
}

const BASELINE_SHAPE = "the output of `turnkit catalog lint --format json`";

async function readBaseline(host: CliContext["host"], file: string): Promise<readonly KnownFinding[]> {
  const role = "the baseline";
  const value = await readSavedJson({ path: resolve(host.cwd, file), shown: file, role });
  if (value === undefined) throw catalogFault.savedFileMissing(role, file);
  const { findings } = (value ?? {}) as { findings?: unknown };
  if (!Array.isArray(findings)) throw catalogFault.savedFileShape(role, file, BASELINE_SHAPE);
  return findings.filter(isKnownFinding);
}

function isKnownFinding(value: unknown): value is KnownFinding {
  if (typeof value !== "object" || value === null) return false;
  const { rule, tool, pointer } = value as Record<string, unknown>;
  return [rule, tool, pointer].every((part) => typeof part === "string");
}
