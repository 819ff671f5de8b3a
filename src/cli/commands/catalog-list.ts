import { catalogDocument } from "../../catalog/document.ts";
import type { Catalog } from "../../catalog/types.ts";
import { jsonDocument } from "../../output/json.ts";
import type { CliContext } from "../context.ts";
import type { ListFlags } from "./catalog.ts";
import { listCatalog } from "./catalog-setup.ts";

export async function runCatalogList(this: CliContext, flags: ListFlags): Promise<void> {
  const { host } = this;
  const { catalog, mask } = await listCatalog(host, flags);
  const format = flags.json === true ? "json" : (flags.format ?? "table");
  if (format === "json") {
    host.stdout.write(jsonDocument(mask.maskDeep(catalogDocument(catalog))));
    return;
  }
  const { writeDiagnostics } = await import("../diagnostics.ts");
  writeDiagnostics(host, mask.maskDeep(catalog.diagnostics), flags);
  host.stdout.write(mask.mask(await render(catalog, format, flags.all === true, host.stdout.columns)));
}

/** Loaded only where it is asked for: JSON, the form for programs, must start fast. */
async function render(catalog: Catalog, format: "table" | "names", all: boolean, width: number | undefined) {
  const { renderListing, renderNames } = await import("../../catalog/listing.ts");
  return format === "table" ? renderListing(catalog, { all, width }) : renderNames(catalog, all);
}
