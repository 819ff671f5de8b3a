import { resolveDataDir } from "../../config/data-dir.ts";
import type { Host } from "../../config/host.ts";
import { changeMcpServers, type EditableMcpFile, type ServerChanges } from "../../config/mcp-edit.ts";
import { expandPath } from "../../config/paths.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import type { McpFileFlags } from "./mcp.ts";

/** The file that a verb of `turnkit mcp` works on, absolute. */
export function mcpFileOf(host: Host, flags: McpFileFlags): string {
  if (flags.file !== undefined) return expandPath(flags.file, host.cwd, host.home);
  return resolveDataDir(host, flags.dataDir).mcpFile;
}

/** Changes that file, as `changeMcpServers` does, and gives its path. */
export async function changeMcpFile(
  host: Host,
  flags: McpFileFlags,
  decide: (file: EditableMcpFile) => Promise<ServerChanges>,
): Promise<string> {
  const path = mcpFileOf(host, flags);
  await changeMcpServers(path, { platform: host.platform, shown: flags.file }, decide);
  return path;
}

/** A wrong word of the command line. */
export function usageFault(what: string, where: string, hint?: string): Fault {
  return new Fault("mcp_usage", { what, where, hint, exit: ExitCode.usage });
}
