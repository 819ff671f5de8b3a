import { catalogDocument } from "../../catalog/document.ts";
import { jsonDocument } from "../../output/json.ts";
import type { CliContext } from "../context.ts";
import type { ListFlags } from "./catalog.ts";
import { type ListedCatalog, listCatalog } from "./catalog-setup.ts";

export async function runCatalogList(this: CliContext, flags: ListFlags): Promise<void> {
  const { host } = this;
  const listed = await listCatalog(host, flags);
  const { catalog, mask } = listed;
  const format = flags.json === true ? "json" : (flags.format ?? "table");
  if (format === "json") {
    host.stdout.write(await safeJson(jsonDocument(mask.maskDeep(catalogDocument(catalog)))));
    return;
  }
  const { renderFormat } = await import("./catalog-formats.ts");
  const { text, diagnostics } = await renderFormat(listed, format, {
    all: flags.all === true,
    width: host.stdout.columns,
    model: flags.model,
  });
  const { writeDiagnostics } = await import("../diagnostics.ts");
  writeDiagnostics(host, mask.maskDeep([...catalog.diagnostics, ...diagnostics]), flags);
  host.stdout.write(text);
}

export type RenderedFormat = Exclude<NonNullable<ListFlags["format"]>, "json">;
export type RenderedCatalog = ListedCatalog;

/**
 * Most catalogs are ASCII and the arrows of our own descriptions (U+2190 to U+21FF, none of which hides);
 * only others need the look for characters that hide, which costs as much as assembling the catalog.
 */
async function safeJson(json: string): Promise<string> {
  if (/^[\n\x20-\x7e\u2190-\u21ff]*$/.test(json)) return json;
  const { escapeHidden } = await import("../../output/visible.ts");
  return escapeHidden(json, "json");
}
