import type { CatalogEntry } from "./types.ts";

/** Names of tools and servers compare after trim, NFKC and lower case (30-catalog). */
export function foldName(name: string): string {
  return name.trim().normalize("NFKC").toLocaleLowerCase("en-US");
}

/** Whether any entry of a list names the server or tool; an entry may end in `*`. */
export function listNames(list: readonly string[], names: readonly string[]): boolean {
  const folded = names.map(foldName);
  return list.map(foldName).some((entry) => {
    if (!entry.endsWith("*")) return folded.includes(entry);
    const start = entry.slice(0, -1);
    return folded.some((name) => name.startsWith(start));
  });
}

/** What a selector may call a tool: its catalog name, and for MCP tools `server/tool` too. */
export function selectorNames({ tool, serverName, serverToolName }: CatalogEntry): readonly string[] {
  if (serverName === undefined) return [tool.def.name];
  return [tool.def.name, `${serverName}/${serverToolName ?? tool.def.name}`];
}
