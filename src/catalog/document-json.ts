import { jsonDocument } from "../output/json.ts";
import { catalogDocument, toolDocument, toolHead } from "./document.ts";
import type { Catalog, CatalogTool } from "./types.ts";

/** `jsonDocument(catalogDocument(catalog))` with what could hide escaped; texts that the build has made are taken. */
export async function catalogJson(catalog: Catalog): Promise<string> {
  const frame = jsonDocument(catalogDocument({ ...catalog, tools: [] }));
  if (catalog.tools.length === 0) return printable(frame, frame);
  const tools = catalog.tools.map(toolText);
  // No text in a document has a line end of its own: this is the member.
  const [before = "", after = ""] = frame.split('\n  "tools": []', 2);
  const list = tools.map(({ made, stored }) => `    {${made}${stored}\n    }`).join(",\n");
  const json = `${before}\n  "tools": [\n${list}\n  ]${after}`;
  return printable(json, frame + tools.map(({ made }) => made).join(""));
}

interface ToolText {
  readonly made: string;
  readonly stored: string;
}

/** The members of one tool at their depth in the document. */
function toolText(tool: CatalogTool): ToolText {
  const members = tool.entry.tool.def.stored?.members;
  const document = jsonDocument(members === undefined ? toolDocument(tool) : toolHead(tool));
  const made = document.slice(1, -3).replaceAll("\n", "\n    ");
  return { made, stored: members === undefined ? "" : `,\n${members}` };
}

/** Whether all of a JSON text can be seen: ASCII, and the arrows of our own descriptions (U+2190 to U+21FF). */
export function isPrintable(json: string): boolean {
  return /^[\n\x20-\x7e\u2190-\u21ff]*$/.test(json);
}

/** Looking for characters that hide costs as much as assembling a catalog: most have none. */
async function printable(json: string, unknown: string): Promise<string> {
  if (isPrintable(unknown)) return json;
  const { escapeHidden } = await import("../output/visible.ts");
  return escapeHidden(json, "json");
}
