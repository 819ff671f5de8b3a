import { visible } from "../../output/visible.ts";
import { totalsLine } from "../listing.ts";
import type { Catalog, CatalogTool } from "../types.ts";

/** A table for issues and documents; `all` adds the dropped tools with their reasons. */
export function renderMarkdown(catalog: Catalog, all: boolean): string {
  const shown = catalog.tools.filter(({ status }) => all || status !== "dropped");
  const columns = [...COLUMNS, ...(all ? [WHY_NOT] : [])];
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const head = row(columns.map(({ header }) => header)) + row(columns.map(({ align }) => align));
  const rows = shown.map((tool) => row(columns.map(({ cell }) => markdownText(cell(tool)))));
  return `${head}${rows.join("")}\n${totalsLine(catalog.totals)}\n`;
}

const COLUMNS = [
  { header: "Name", align: "---", cell: ({ name }: CatalogTool) => name },
  { header: "Status", align: "---", cell: ({ status }: CatalogTool) => status },
  { header: "Source", align: "---", cell: ({ entry }: CatalogTool) => entry.source },
  {
    header: "Mode",
    align: "---",
    cell: ({ entry }: CatalogTool) => entry.tool.def.executionMode ?? "sequential",
  },
  { header: "Tokens", align: "---:", cell: ({ estimatedTokens }: CatalogTool) => String(estimatedTokens) },
  { header: "Server", align: "---", cell: ({ entry }: CatalogTool) => entry.serverName ?? "" },
] as const;

const WHY_NOT = {
  header: "Why not",
  align: "---",
  cell: ({ stage, reason }: CatalogTool) => (stage === undefined ? "" : `${stage}: ${reason}`),
} as const;

/** Foreign text in a table's cell: nothing of it is markup, and it stays on its line. */
export function markdownText(text: string): string {
  return visible(text)
    .replaceAll(/[\\`*_{}[\]<>()#+!|~$]/g, (char) => `\\${char}`)
    .replaceAll("&", "&amp;");
}
