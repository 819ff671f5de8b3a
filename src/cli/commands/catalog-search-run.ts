import { searchable } from "../../catalog/search-entries.ts";
import { cachedIndex } from "../../mcp/search/index-cache.ts";
import { searchDocument } from "../../mcp/search/search-document.ts";
import { searchTools, type ToolHits } from "../../mcp/search/search-tools.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault, isFault } from "../../output/fault.ts";
import { jsonDocument } from "../../output/json.ts";
import { renderTable } from "../../output/table.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { SearchFlags } from "./catalog-search.ts";
import { listCatalog } from "./catalog-setup.ts";

export async function runCatalogSearch(this: CliContext, flags: SearchFlags, query?: string): Promise<void> {
  const { host } = this;
  const { regex } = flags;
  if ((query ?? "").trim() === "" && (regex ?? "") === "") throw nothingAsked();
  const { catalog, workplace, mask } = await listCatalog(host, flags);
  writeDiagnostics(host, mask.maskDeep(catalog.diagnostics), flags);
  const { topKDefault, topKMax, maxSchemaTextLen } = workplace.loaded.config.mcpToolSearch;
  const reachable = catalog.tools.filter(({ status, entry }) => status !== "dropped" && entry.kind === "mcp");
  const deferred = reachable.filter(({ status }) => status === "deferred");
  const tools = searchable(deferred.length > 0 ? deferred : reachable);
  const index = await cachedIndex(tools, maxSchemaTextLen);
  const topK = Math.min(flags.topK ?? topKDefault, topKMax);
  const found = await searchTools(index, { query, regex, topK }).catch(asUsage);
  if (flags.json === true) {
    host.stdout.write(jsonDocument(mask.maskDeep({ schemaVersion: 1, ...searchDocument(found) })));
  } else host.stdout.write(mask.mask(await hitsTable(found, host.stdout.columns)));
}

async function hitsTable({ hits, total }: ToolHits, width: number | undefined): Promise<string> {
  const columns = [
    { header: "SCORE" },
    { header: "NAME", shrink: true },
    { header: "DESCRIPTION", shrink: true },
  ];
  const rows = hits.map(({ tool, score }) => {
    const [line = ""] = tool.def.description.split("\n");
    return [score.toFixed(3), tool.def.name, line];
  });
  const table = hits.length === 0 ? "" : `${await renderTable({ columns, rows, width })}\n`;
  return `${table}${hits.length} of ${total} hits\n`;
}

/** A pattern of the command line is wrong use; one of a model is an error result. */
function asUsage(error: unknown): never {
  if (!isFault(error)) throw error;
  throw new Fault(error.code, { what: error.message, where: "--regex", exit: ExitCode.usage });
}

function nothingAsked(): Fault {
  return new Fault("nothing_asked", {
    what: "Cannot search for nothing",
    where: "QUERY",
    hint: "give a query, --regex, or both",
    exit: ExitCode.usage,
  });
}
