import { dirname } from "node:path";
import { atomicWrite } from "./atomic-write.ts";
import { configFault } from "./errors.ts";
import { CONFIG_LOCK_WAIT_MS } from "./limits.ts";
import { readMcpFile } from "./mcp-file.ts";
import { withLock } from "./owner.ts";
import { ensurePrivateFolder } from "./private-folder.ts";
import { readSource } from "./source-text.ts";
import { texts } from "./texts.ts";
import type { RawMcpServer } from "./types.ts";

/** A file of servers that is about to be changed. */
export interface EditableMcpFile {
  readonly path: string;
  readonly text: string;
  /** In the order of the file; broken ones are among them. */
  readonly names: readonly string[];
}

/**
 * Reads a file of servers for changing it; one that is missing or empty has none.
 * @throws Fault, exit 2, with the position, for anything that `loadMcpServers` would refuse: a file that is not
 * understood is not changed.
 */
export async function openMcpFile(path: string, shown?: string): Promise<EditableMcpFile> {
  const file = await readMcpFile(path, { file: path, scope: "data-dir" }, shown);
  const text = readSource(path, { role: texts.roles.mcp, shown })?.text ?? "";
  return { path, text, names: file?.servers.map(({ name }) => name) ?? [] };
}

/**
 * The text of the file with some servers set, or taken out (undefined). Everything else stays as it stands:
 * order, layout, unknown keys, other servers.
 */
export async function withServers(file: EditableMcpFile, changes: ServerChanges): Promise<string> {
  const { setInJson } = await import("./json-edit.ts");
  const text = file.text.trim() === "" ? "{}\n" : file.text;
  return Object.entries(changes).reduce(
    (changed, [name, server]) => setInJson(changed, ["mcpServers", name], server),
    text,
  );
}

/** What a change sets (a server) and takes out (undefined), by name. */
export type ServerChanges = Readonly<Record<string, RawMcpServer | undefined>>;

export interface ChangeMcpOptions {
  readonly platform: NodeJS.Platform;
  /** How errors name the file; absent: its path. */
  readonly shown?: string;
}

/**
 * Changes the file, which is made if it is missing: `decide` sees it as it is and says what to set or take out.
 * Two changes at once wait for each other, so that none is lost.
 * @throws Fault `mcp_file_busy` when the other one takes too long; whatever `decide` throws, with nothing changed.
 */
export async function changeMcpServers(
  path: string,
  { platform, shown }: ChangeMcpOptions,
  decide: (file: EditableMcpFile) => Promise<ServerChanges>,
): Promise<void> {
  await ensurePrivateFolder(dirname(path));
  const changed = await withLock(`${path}.lock`, { platform, waitMs: CONFIG_LOCK_WAIT_MS }, async () => {
    const file = await openMcpFile(path, shown);
    await saveMcpFile(file, await withServers(file, await decide(file)));
  });
  if (changed === undefined) throw configFault.mcpFileBusy(path);
}

/** Writes a changed text back, atomically; a new file is its owner's alone. */
export async function saveMcpFile(file: EditableMcpFile, text: string): Promise<void> {
  if (text !== file.text) await atomicWrite(file.path, text);
}
