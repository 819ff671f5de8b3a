import { dirname } from "node:path";
import { ensurePrivateFolder, resolveDataDir } from "../../config/data-dir.ts";
import type { Host } from "../../config/host.ts";
import { type EditableMcpFile, openMcpFile, saveMcpFile, withServers } from "../../config/mcp-edit.ts";
import { withLock } from "../../config/owner.ts";
import { expandPath } from "../../config/paths.ts";
import type { RawMcpServer } from "../../config/types.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import type { McpFileFlags } from "./mcp.ts";
import { mcpCommandTexts as texts } from "./mcp-texts.ts";

/** Milliseconds that one change may wait for another. */
const LOCK_WAIT_MS = 5_000;

export type ServerChanges = Readonly<Record<string, RawMcpServer | undefined>>;

/** The file that a verb of `turnkit mcp` works on, absolute. */
export function mcpFileOf(host: Host, flags: McpFileFlags): string {
  if (flags.file !== undefined) return expandPath(flags.file, host.cwd, host.home);
  return resolveDataDir(host, flags.dataDir).mcpFile;
}

/**
 * Changes the file: `decide` sees it as it is and says what to set or take out. Two changes at once wait for
 * each other, so that none is lost.
 * @throws Fault `mcp_file_busy` when the other one takes too long; whatever `decide` throws, with nothing changed.
 */
export async function changeMcpFile(
  host: Host,
  flags: McpFileFlags,
  decide: (file: EditableMcpFile) => Promise<ServerChanges>,
): Promise<string> {
  const path = mcpFileOf(host, flags);
  await ensurePrivateFolder(dirname(path));
  const options = { platform: host.platform, waitMs: LOCK_WAIT_MS };
  const changed = await withLock(`${path}.lock`, options, async () => {
    const file = await openMcpFile(path, flags.file);
    await saveMcpFile(file, await withServers(file, await decide(file)));
  });
  if (changed === undefined) {
    throw new Fault("mcp_file_busy", { what: texts.busy, where: path, hint: texts.busyHint });
  }
  return path;
}

/** A wrong word of the command line. */
export function usageFault(what: string, where: string, hint?: string): Fault {
  return new Fault("mcp_usage", { what, where, hint, exit: ExitCode.usage });
}
