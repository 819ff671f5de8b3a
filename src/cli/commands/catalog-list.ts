import { catalogJson } from "../../catalog/document-json.ts";
import type { CliContext } from "../context.ts";
import type { ListFlags } from "./catalog-list-command.ts";
import { type ListedCatalog, listCatalog } from "./catalog-setup.ts";

export async function runCatalogList(this: CliContext, flags: ListFlags): Promise<void> {
  const { host } = this;
  const listed = await listCatalog(host, flags);
  const { catalog, mask } = listed;
  const format = flags.json === true ? "json" : (flags.format ?? "table");
  if (format === "json") {
    host.stdout.write(mask.active ? await maskedJson(listed) : await catalogJson(catalog));
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

async function maskedJson({ catalog, mask }: ListedCatalog): Promise<string> {
  const [{ catalogDocument }, { jsonDocument }, { escapeHidden }] = await Promise.all([
    import("../../catalog/document.ts"),
    import("../../output/json.ts"),
    import("../../output/visible.ts"),
  ]);
  return escapeHidden(jsonDocument(mask.maskDeep(catalogDocument(catalog))), "json");
}
