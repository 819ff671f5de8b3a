import type { CliContext } from "../context.ts";

/** What can stand for a value, for completions: of the default data dir, and nothing where that cannot be read. */

export async function proposeTools(): Promise<readonly string[]> {
  const { knownToolNames } = await import("../../catalog/known-tools.ts");
  const { BUILTIN_TOOL_IDS } = await import("../../config/tool-ids.ts");
  return [...new Set([...BUILTIN_TOOL_IDS, ...knownToolNames()])];
}

export async function proposeAgents(this: CliContext): Promise<readonly string[]> {
  const { CANONICAL_ROLES } = await import("../../catalog/profile.ts");
  const { loadAgents } = await import("../../config/agents.ts");
  const { resolveDataDir } = await import("../../config/data-dir.ts");
  const { agents } = await loadAgents(resolveDataDir(this.host));
  return [...CANONICAL_ROLES, ...agents.map(({ name }) => name)];
}

export async function proposeServers(this: CliContext): Promise<readonly string[]> {
  const { readMcpFile } = await import("../../config/mcp-file.ts");
  const { resolveDataDir } = await import("../../config/data-dir.ts");
  const { mcpFile: file } = resolveDataDir(this.host);
  return (await readMcpFile(file, { file, scope: "data-dir" }))?.servers.map(({ name }) => name) ?? [];
}

export async function proposeSessions(this: CliContext): Promise<readonly string[]> {
  const { storedSessions } = await import("../../turn/session/stored-sessions.ts");
  const { resolveDataDir } = await import("../../config/data-dir.ts");
  const { sessions } = resolveDataDir(this.host);
  return (await storedSessions(sessions, this.host.platform)).map(({ id }) => id);
}

export async function proposePermissionModes(): Promise<readonly string[]> {
  return (await import("../../config/types.ts")).PERMISSION_MODES;
}
