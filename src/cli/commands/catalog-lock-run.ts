import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { catalogFault } from "../../catalog/errors.ts";
import { compareSnapshots, hasDrift } from "../../catalog/lock/compare.ts";
import { LOCK_FILE, readLock, readSnapshot, requireLock, writeLock } from "../../catalog/lock/lock-file.ts";
import { differenceSummary, renderDifference } from "../../catalog/lock/render.ts";
import { lockDocument } from "../../catalog/lock/snapshot.ts";
import type { LockDocument, Snapshot, SnapshotDifference } from "../../catalog/lock/types.ts";
import type { SavedFile } from "../../catalog/saved-json.ts";
import { counted, texts } from "../../catalog/texts.ts";
import type { Host } from "../../config/host.ts";
import { expandPath } from "../../config/paths.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { jsonDocument } from "../../output/json.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { GlobalFlags } from "../global-flags.ts";
import type { CatalogFlags } from "./catalog-flags.ts";
import type { CheckFlags, DiffFlags, LockFlags, ReportFormat } from "./catalog-lock.ts";
import { listCatalog, silentServers } from "./catalog-setup.ts";

export async function runCatalogLock(this: CliContext, flags: LockFlags): Promise<void> {
  const { host } = this;
  const file = lockFile(host, flags);
  const existing = await readLock(file).catch((error: unknown) => {
    // With --update a file that cannot be read is what is to be replaced.
    if (flags.update === true) return undefined;
    throw error;
  });
  const lock = await freshLock(host, flags);
  const same = existing !== undefined && jsonDocument(existing) === jsonDocument(lock);
  if (existing !== undefined && !same && flags.update !== true) throw catalogFault.lockExists(file.shown);
  if (!same) await writeLock(file.path, lock);
  if (flags.json === true) {
    const { tools, servers } = lock;
    const counts = { tools: tools.length, servers: servers.length };
    host.stdout.write(jsonDocument({ schemaVersion: 1, file: file.path, written: !same, ...counts }));
    return;
  }
  const counts = `${counted(lock.tools.length, "tool")}, ${counted(lock.servers.length, "server")}`;
  host.stdout.write(`${file.shown}: ${counts}, ${same ? "unchanged" : "written"}\n`);
}

export async function runCatalogCheck(this: CliContext, flags: CheckFlags): Promise<void> {
  const { host } = this;
  const file = lockFile(host, flags);
  const lock = await requireLock(file);
  const now = await freshLock(host, flags);
  const difference = compareSnapshots(lock, now);
  if (difference.facts.length > 0) {
    const changes = difference.facts.map(({ field, before, after }) =>
      texts.factChange(field, before, after),
    );
    throw catalogFault.otherFacts(file.shown, changes);
  }
  await tell(this, difference, { ...flags, command: "check", file, before: lock, after: now });
}

export async function runCatalogDiff(
  this: CliContext,
  flags: DiffFlags,
  a: string,
  b: string,
): Promise<void> {
  const { host } = this;
  const file = (shown: string): SavedFile => ({
    path: resolve(host.cwd, shown),
    shown,
    role: "the saved catalog",
  });
  const [before, after] = [await readSnapshot(file(a)), await readSnapshot(file(b))];
  const difference = compareSnapshots(before, after);
  await tell(this, difference, { ...flags, command: "diff", file: file(a), before, after });
  if (difference.facts.length > 0) this.exitWith(ExitCode.found);
}

interface Telling extends GlobalFlags {
  readonly format?: ReportFormat;
  readonly command: "check" | "diff";
  /** Of the first side. */
  readonly file: SavedFile;
  readonly before: Snapshot;
  readonly after: Snapshot;
}

async function tell(context: CliContext, difference: SnapshotDifference, telling: Telling): Promise<void> {
  const { host } = context;
  const { unpinned } = difference;
  if (unpinned.length > 0 && telling.quiet !== true) {
    const note = telling.command === "check" ? texts.unpinned(unpinned) : texts.onlyInOne(unpinned);
    host.stderr.write(`note: ${note}\n`);
  }
  host.stdout.write(await rendered(host, difference, telling));
  if (hasDrift(difference)) context.exitWith(ExitCode.found);
}

async function rendered(host: Host, difference: SnapshotDifference, telling: Telling): Promise<string> {
  const { json, format = "text", command, file, workspace = "." } = telling;
  if (json === true) return jsonDocument({ schemaVersion: 1, drift: hasDrift(difference), ...difference });
  if (format === "text") return renderDifference(difference);
  const { DRIFT_RULES, driftReport } = await import("../../catalog/lock/drift-report.ts");
  const text = await readFile(file.path, "utf8");
  const report = await driftReport(difference, { ...telling, file: { path: file.path, text } });
  const render = await import("../../catalog/lint/render.ts");
  const root = expandPath(workspace, host.cwd, host.home);
  switch (format) {
    case "sarif": {
      const { sarifLog } = await import("../../catalog/lint/sarif.ts");
      return jsonDocument(await sarifLog(report, root, DRIFT_RULES));
    }
    case "junit":
      return render.renderJunit(report, "error", command);
    case "github":
      return render.renderGithub(report, root);
    default:
      return render.renderMarkdown(report, differenceSummary(difference));
  }
}

/** @throws Fault `servers_silent` (exit 1): half a catalog gives no verdict and no lock file. */
async function freshLock(host: Host, flags: CatalogFlags): Promise<LockDocument> {
  const { catalog, servers, workplace, mask } = await listCatalog(host, flags);
  writeDiagnostics(host, mask.maskDeep(catalog.diagnostics), flags);
  const silent = silentServers({ servers, workplace });
  if (silent.length > 0) throw catalogFault.serversSilent(silent);
  const places = { workspace: workplace.workspace, dataDir: workplace.dataDir.path, home: host.home };
  return lockDocument({ catalog, servers, places, mask });
}

function lockFile(host: Host, { lock = LOCK_FILE, workspace }: LockFlags | CheckFlags): SavedFile {
  const folder = expandPath(workspace ?? ".", host.cwd, host.home);
  return { path: resolve(folder, lock), shown: lock, role: "the lock file" };
}
