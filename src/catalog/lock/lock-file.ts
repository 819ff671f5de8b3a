import { atomicWrite } from "../../config/atomic-write.ts";
import { jsonDocument } from "../../output/json.ts";
import { isRecord } from "../../output/record.ts";
import type { CatalogDocument } from "../document.ts";
import { catalogFault } from "../errors.ts";
import { readSavedJson, type SavedFile } from "../saved-json.ts";
import { texts } from "../texts.ts";
import { savedSnapshot } from "./snapshot.ts";
import type { LockDocument, Snapshot } from "./types.ts";

export const LOCK_FILE = "turnkit.lock.json";

/** A lock file lies in a repository: everybody may read it. */
const LOCK_MODE = 0o644;

/**
 * The lock file; undefined when there is none.
 * @throws Fault (exit 2): not JSON, another shape, a version that this program does not know.
 */
export async function readLock(file: SavedFile): Promise<LockDocument | undefined> {
  const value = await readSavedJson(file);
  if (value === undefined) return undefined;
  const snapshot = snapshotOf(value, file);
  if (snapshot.servers === undefined) throw catalogFault.savedFileShape(file.role, file.shown, texts.aLock);
  const { facts, servers, tools } = snapshot;
  return { schemaVersion: 1, facts, servers, tools };
}

/** As `readLock`, and a missing file is a fault too. */
export async function requireLock(file: SavedFile): Promise<LockDocument> {
  const lock = await readLock(file);
  if (lock === undefined) throw catalogFault.savedFileMissing(file.role, file.shown, texts.makeLock);
  return lock;
}

/** A lock file or a catalog saved with `--format json`. */
export async function readSnapshot(file: SavedFile): Promise<Snapshot> {
  const value = await readSavedJson(file);
  if (value === undefined) throw catalogFault.savedFileMissing(file.role, file.shown);
  return snapshotOf(value, file);
}

export async function writeLock(path: string, lock: LockDocument): Promise<void> {
  await atomicWrite(path, jsonDocument(lock), { mode: LOCK_MODE });
}

function snapshotOf(value: unknown, { role, shown }: SavedFile): Snapshot {
  if (!isRecord(value)) throw catalogFault.savedFileShape(role, shown, texts.aSnapshot);
  if (value.schemaVersion !== 1) throw catalogFault.savedFileVersion(role, shown, value.schemaVersion);
  const { facts, tools, servers } = value;
  const sound = isFacts(facts) && Array.isArray(tools) && tools.every(isTool);
  if (!sound) throw catalogFault.savedFileShape(role, shown, texts.aSnapshot);
  const saved = savedSnapshot({ ...value, tools: tools.map(reachable) } as unknown as CatalogDocument);
  if (!Array.isArray(servers)) return saved;
  if (!servers.every((server) => isRecord(server) && typeof server.name === "string")) {
    throw catalogFault.savedFileShape(role, shown, texts.aLock);
  }
  return { ...saved, servers } as unknown as Snapshot;
}

/** Tools of a lock file carry no status: all of them can be reached. */
function reachable(tool: Record<string, unknown>) {
  return { status: "offered", ...tool };
}

function isTool(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  return (
    [value.name, value.source, value.description].every((part) => typeof part === "string") &&
    isRecord(value.schema)
  );
}

function isFacts(value: unknown): boolean {
  return isRecord(value) && isRecord(value.model) && Array.isArray(value.model.supports);
}
