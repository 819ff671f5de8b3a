import { startGuardian } from "../config/guardian.ts";
import type { McpServerEntry } from "../config/types.ts";
import { McpConnection } from "./connection.ts";
import { SERVER_MARK_VARIABLE } from "./limits.ts";
import type { Connections, ConnectOptions } from "./types.ts";

/**
 * Starts all servers at once and lists their tools; resolves when each is ready or has failed by its own
 * deadline. Never rejects: a bad server costs itself and nothing else. The caller must `close`.
 */
export async function connectServers(
  entries: readonly McpServerEntry[],
  options: ConnectOptions,
): Promise<Connections> {
  const session = crypto.randomUUID();
  const mark = (part: string) => ({ name: SERVER_MARK_VARIABLE, value: `${session}.${part}` });
  const servers = entries.map((entry, index) => new McpConnection(entry, options, mark(`${index}.`)));
  const local = entries.some((entry) => entry.transport === "stdio");
  const guardian = local
    ? await startGuardian(`${SERVER_MARK_VARIABLE}=${session}.`, options.platform)
    : undefined;
  await Promise.all(servers.map((server) => server.open()));
  let closing: Promise<void> | undefined;
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
    guardian?.dismiss();
  };
  return {
    servers,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
