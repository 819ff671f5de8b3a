import type { McpServerEntry } from "../config/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { mcpFault } from "./errors.ts";
import type { CachedList, ListCache } from "./list-cache.ts";
import { texts } from "./texts.ts";
import type { Connections, ServerConnection } from "./types.ts";

/** Connections that start nothing: their tools are those of the last listing, and cannot be called. */
export async function cachedConnections(
  entries: readonly McpServerEntry[],
  cache: ListCache,
): Promise<Connections> {
  const lists = await Promise.all(entries.map((entry) => cache.read(entry)));
  return {
    servers: entries.map((entry, index) => cachedConnection(entry, lists[index])),
    close: async () => {},
  };
}

/** Stores what the connections listed; those that failed keep what is stored of them. */
export async function storeLists({ servers }: Connections, cache: ListCache, now: number): Promise<void> {
  const listed = servers.filter(({ ok }) => ok);
  await Promise.all(
    listed.map(({ entry, tools, instructions, version }) =>
      cache.write(entry, { storedAt: now, tools, instructions, version }),
    ),
  );
}

function cachedConnection(entry: McpServerEntry, list: CachedList | undefined): ServerConnection {
  const tools = list?.tools ?? [];
  return {
    entry,
    ok: list !== undefined,
    tools,
    instructions: list?.instructions,
    version: list?.version,
    ...(list === undefined ? {} : { cachedAt: list.storedAt }),
    diagnostics: [noticeOf(entry, list)],
    stale: false,
    list: async () => tools,
    call: async () => {
      throw mcpFault.notRunning(entry.name);
    },
    close: async () => {},
  };
}

function noticeOf({ name }: McpServerEntry, list: CachedList | undefined): Diagnostic {
  if (list === undefined) {
    return { severity: "warning", code: "mcp_list_missing", message: texts.notCached, where: name };
  }
  const message = texts.cachedAt(new Date(list.storedAt).toISOString());
  return { severity: "info", code: "mcp_list_cached", message, where: name };
}
