import { renderTable, type TableColumn } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { Catalog, CatalogTool, CatalogTotals } from "./types.ts";

/** The table of `catalog list` and the line below it; `all` adds the dropped tools with their reasons. */
export async function renderListing(
  catalog: Catalog,
  { all, width }: { readonly all: boolean; readonly width: number | undefined },
): Promise<string> {
  const shown = catalog.tools.filter(({ status }) => all || status !== "dropped");
  const has = {
    dropped: all,
    statuses: all || shown.some(({ status }) => status === "deferred"),
    servers: shown.some(({ entry }) => entry.serverName !== undefined),
  };
  const columns = COLUMNS.filter(({ only }) => only === undefined || has[only]);
  const rows = shown.map((tool) => columns.map(({ cell }) => cell(tool)));
  const table = shown.length === 0 ? "" : `${await renderTable({ columns, rows, width })}\n`;
  return `${table}${totalsLine(catalog.totals)}\n`;
}

/** One line: tools offered, estimated tokens, share of the context window, tools dropped, tools deferred. */
export function totalsLine(totals: CatalogTotals): string {
  const { offered, deferred, dropped, estimatedTokens, contextWindow, share } = totals;
  const percent = `${(share * 100).toFixed(1)} % of ${grouped(contextWindow)}`;
  return [
    `${grouped(offered)} tool${offered === 1 ? "" : "s"} offered`,
    `${grouped(estimatedTokens)} tokens (${percent})`,
    `${grouped(dropped)} dropped`,
    `${grouped(deferred)} deferred`,
  ].join(", ");
}

/** Offered names, one a line; with `all` every name. */
export function renderNames(catalog: Catalog, all: boolean): string {
  const shown = catalog.tools.filter(({ status }) => all || status === "offered");
  return shown.map(({ name }) => `${visible(name)}\n`).join("");
}

interface ListingColumn extends TableColumn {
  /** What must be among the tools shown for the column to say anything. */
  readonly only?: "dropped" | "statuses" | "servers";
  cell(tool: CatalogTool): string;
}

const COLUMNS: readonly ListingColumn[] = [
  { header: "NAME", shrink: true, cell: ({ name }) => name },
  { header: "STATUS", only: "statuses", cell: ({ status }) => status },
  { header: "SOURCE", cell: ({ entry }) => entry.source },
  { header: "MODE", cell: ({ entry }) => entry.tool.def.executionMode ?? "sequential" },
  { header: "TOKENS", cell: ({ estimatedTokens }) => String(estimatedTokens).padStart(6) },
  {
    header: "SERVER",
    only: "servers",
    shrink: true,
    cell: ({ entry }) =>
      entry.serverName === undefined ? "" : `${entry.serverName}/${entry.serverToolName ?? ""}`,
  },
  {
    header: "WHY NOT",
    only: "dropped",
    shrink: true,
    cell: ({ stage, reason }) => (stage === undefined ? "" : `${stage}: ${reason}`),
  },
];

/** Thousands set apart by commas, the same in every locale. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
