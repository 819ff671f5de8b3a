import { resolve } from "node:path";
import { catalogFault } from "../../catalog/errors.ts";
import { compareSnapshots, hasDrift } from "../../catalog/lock/compare.ts";
import { LOCK_FILE, readLock, readSnapshot, requireLock, writeLock } from "../../catalog/lock/lock-file.ts";
import { renderDifference } from "../../catalog/lock/render.ts";
import { lockDocument } from "../../catalog/lock/snapshot.ts";
import type { LockDocument, SnapshotDifference } from "../../catalog/lock/types.ts";
import type { SavedFile } from "../../catalog/saved-json.ts";
import { counted, texts } from "../../catalog/texts.ts";
import type { Host } from "../../config/host.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { jsonDocument } from "../../output/json.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { CatalogFlags } from "./catalog-flags.ts";
import type { CheckFlags, DifferenceFormat, DiffFlags, LockFlags } from "./catalog-lock.ts";
import { listCatalog } from "./catalog-setup.ts";

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
  const difference = compareSnapshots(lock, await freshLock(host, flags));
  if (difference.facts.length > 0) {
    const changes = difference.facts.map(({ field, before, after }) =>
      texts.factChange(field, before, after),
    );
    throw catalogFault.otherFacts(file.shown, changes);
  }
  await tell(this, difference, flags);
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
  await tell(this, difference, flags);
  if (difference.facts.length > 0) this.exitWith(ExitCode.found);
}

async function tell(
  context: CliContext,
  difference: SnapshotDifference,
  { json, format }: { readonly json?: boolean; readonly format?: DifferenceFormat },
): Promise<void> {
  const asJson = json === true || format === "json";
  const text = asJson
    ? jsonDocument({ schemaVersion: 1, drift: hasDrift(difference), ...difference })
    : await renderDifference(difference);
  context.host.stdout.write(text);
  if (hasDrift(difference)) context.exitWith(ExitCode.found);
}

/** @throws Fault `servers_silent` (exit 1): half a catalog gives no verdict and no lock file. */
async function freshLock(host: Host, flags: CatalogFlags): Promise<LockDocument> {
  const { catalog, servers, workplace, mask } = await listCatalog(host, flags);
  writeDiagnostics(host, mask.maskDeep(catalog.diagnostics), flags);
  const silent = servers.filter(({ ok }) => !ok).map(({ entry }) => entry.name);
  if (silent.length > 0) throw catalogFault.serversSilent(silent);
  const places = { workspace: workplace.workspace, dataDir: workplace.dataDir.path, home: host.home };
  return lockDocument({ catalog, servers, places, mask });
}

function lockFile(host: Host, { lock = LOCK_FILE, workspace }: LockFlags | CheckFlags): SavedFile {
  const folder = workspace === undefined ? host.cwd : resolve(host.cwd, workspace);
  return { path: resolve(folder, lock), shown: lock, role: "the lock file" };
}
