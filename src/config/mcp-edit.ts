import { atomicWrite } from "./atomic-write.ts";
import { readMcpFile } from "./mcp-file.ts";
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
export async function withServers(
  file: EditableMcpFile,
  changes: Readonly<Record<string, RawMcpServer | undefined>>,
): Promise<string> {
  const { setInJson } = await import("./json-edit.ts");
  const text = file.text.trim() === "" ? "{}\n" : file.text;
  return Object.entries(changes).reduce(
    (changed, [name, server]) => setInJson(changed, ["mcpServers", name], server),
    text,
  );
}

/** Writes a changed text back, atomically; a new file is its owner's alone. */
export async function saveMcpFile(file: EditableMcpFile, text: string): Promise<void> {
  if (text !== file.text) await atomicWrite(file.path, text);
}
