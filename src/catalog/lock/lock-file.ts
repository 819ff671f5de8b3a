import { atomicWrite } from "../../config/atomic-write.ts";
import { jsonDocument } from "../../output/json.ts";
import { isRecord } from "../../output/record.ts";
import { catalogFault } from "../errors.ts";
import { readSavedJson, type SavedFile } from "../saved-json.ts";
import { texts } from "../texts.ts";
import { type SavedCatalog, savedSnapshot } from "./snapshot.ts";
import { type LockDocument, type LockFacts, PINS, type ServerIdentity, type Snapshot } from "./types.ts";

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
  const { pins, facts, servers, tools } = snapshot;
  return { schemaVersion: 1, ...(pins === undefined ? {} : { pins }), facts, servers, tools };
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

function snapshotOf(value: unknown, file: SavedFile): Snapshot {
  const { role, shown } = file;
  if (!isRecord(value)) throw catalogFault.savedFileShape(role, shown, texts.aSnapshot);
  if (value.schemaVersion !== 1) throw catalogFault.savedFileVersion(role, shown, value.schemaVersion);
  const { facts, tools, servers } = value;
  // Those of a later version are left alone, as everything else that only it knows.
  const pins = Array.isArray(value.pins)
    ? PINS.filter((pin) => (value.pins as unknown[]).includes(pin))
    : undefined;
  const sound = isFacts(facts) && Array.isArray(tools) && tools.every(isTool);
  if (!sound) throw catalogFault.savedFileShape(role, shown, texts.aSnapshot);
  const snapshot = savedSnapshot({ ...value, tools: tools.map(reachable) } as unknown as SavedCatalog);
  const saved = { ...asWritten(file, tools, snapshot), ...(pins === undefined ? {} : { pins }) };
  if (servers === undefined) return saved;
  if (!Array.isArray(servers) || !servers.every(isServer)) {
    throw catalogFault.savedFileShape(role, shown, texts.aLock);
  }
  return { ...saved, servers };
}

/** Each hash as it is written: one that does not fit its definition must not pass for the tool's. */
function asWritten(
  { role, shown }: SavedFile,
  written: readonly Readonly<Record<string, unknown>>[],
  saved: Snapshot,
): Snapshot {
  const hashes = new Map(written.map(({ name, sha256 }) => [name, sha256]));
  const seen = new Set<string>();
  const tools = saved.tools.map((tool) => {
    // A merge that left one tool twice would pin either.
    if (seen.has(tool.name)) throw catalogFault.savedFileTwice(role, shown, tool.name);
    seen.add(tool.name);
    const sha256 = hashes.get(tool.name);
    return typeof sha256 === "string" ? { ...tool, sha256 } : tool;
  });
  return { ...saved, tools };
}

/** Tools of a lock file carry no status: all of them can be reached. */
function reachable(tool: Record<string, unknown>) {
  return { status: "offered", ...tool };
}

function isTool(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || !isRecord(value.schema)) return false;
  const { annotations = {}, outputSchema = {} } = value;
  if (!isRecord(annotations) || !Object.values(annotations).every((hint) => typeof hint === "boolean"))
    return false;
  const optional = [value.serverName, value.serverToolName, value.title];
  return isRecord(outputSchema) && areTexts([value.name, value.source, value.description], optional);
}

function isFacts(value: unknown): value is LockFacts {
  if (!isRecord(value) || !isRecord(value.model) || typeof value.trusted !== "boolean") return false;
  const { provider, id, contextWindow, supports } = value.model;
  return (
    areTexts([value.host, value.agent, provider, id], [value.surface ?? undefined, value.role]) &&
    typeof contextWindow === "number" &&
    isTextList(supports)
  );
}

function isServer(value: unknown): value is ServerIdentity {
  if (!isRecord(value)) return false;
  const { name, transport, command, args, url, version, instructions } = value;
  return (
    areTexts([name, transport], [command, url, version, instructions]) &&
    (args === undefined || isTextList(args))
  );
}

function areTexts(required: readonly unknown[], optional: readonly unknown[]): boolean {
  return [...required, ...optional.filter((part) => part !== undefined)].every(
    (part) => typeof part === "string",
  );
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && areTexts(value, []);
}
