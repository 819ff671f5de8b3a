import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { atomicWrite } from "../config/atomic-write.ts";
import { ensurePrivateFolder } from "../config/private-folder.ts";
import type { McpServerEntry } from "../config/types.ts";
import { canonicalJson } from "../output/json.ts";
import { isRecord } from "../output/record.ts";
import { mendTool } from "./mend-tool.ts";
import type { ServerTool } from "./types.ts";

/** What a server listed, and when. */
export interface CachedList {
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
  readonly tools: readonly ServerTool[];
  readonly instructions?: string;
  readonly version?: string;
}

/** Tool lists of servers on disk, by who the server is: nothing of its command, URL or secrets is stored. */
export interface ListCache {
  /** Undefined when nothing usable is stored. Never throws. */
  read(entry: McpServerEntry): Promise<CachedList | undefined>;
  /** Never throws: a cache that cannot be written is only slower. */
  write(entry: McpServerEntry, list: CachedList): Promise<void>;
}

/** A cache in a folder of its own; made with the first write. */
export function createListCache(folder: string): ListCache {
  return {
    read: async (entry) => {
      try {
        const file = await fileOf(folder, entry, await readFile(saltFile(folder)));
        return storedList(JSON.parse(await readFile(file, "utf8")));
      } catch {
        return undefined;
      }
    },
    write: async (entry, list) => {
      try {
        await ensurePrivateFolder(folder);
        const file = await fileOf(folder, entry, await salt(folder));
        await atomicWrite(file, JSON.stringify({ schemaVersion: 1, ...list }));
      } catch {
        // Told by `doctor` where it matters; a listing is whole without it.
      }
    },
  };
}

/** A list as `write` stored it; anything else (cut short, changed by hand, of another version) counts as none. */
function storedList(stored: unknown): CachedList | undefined {
  if (!isRecord(stored) || stored.schemaVersion !== 1 || !Array.isArray(stored.tools)) return undefined;
  const { storedAt, instructions, version } = stored;
  if (typeof storedAt !== "number" || Number.isNaN(new Date(storedAt).valueOf())) return undefined;
  if (!isTextOrAbsent(instructions) || !isTextOrAbsent(version)) return undefined;
  const mended = stored.tools.map(mendTool);
  const tools = mended.flatMap((one) => (one.ok ? [one.tool] : []));
  return tools.length < mended.length ? undefined : { storedAt, tools, instructions, version };
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/** The random value of this machine that keys the names: without it nobody can guess what a file is about. */
async function salt(folder: string): Promise<Buffer> {
  const known = await readFile(saltFile(folder)).catch(() => undefined);
  if (known !== undefined && known.length === 32) return known;
  const made = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  await atomicWrite(saltFile(folder), made);
  return made;
}

function saltFile(folder: string): string {
  return join(folder, "salt");
}

/** Keyed SHA-256 over everything that decides what a server lists (40-mcp). */
async function fileOf(folder: string, entry: McpServerEntry, key: Buffer): Promise<string> {
  const { createHmac } = await import("node:crypto");
  const identity =
    entry.transport === "stdio"
      ? { command: entry.command, args: entry.args, cwd: entry.cwd ?? null, env: entry.env }
      : { url: entry.url, headers: entry.headers };
  const name = createHmac("sha256", key).update(canonicalJson(identity)).digest("hex");
  return join(folder, `${name}.json`);
}
