import { catalogDocument } from "../../catalog/document.ts";
import { renderListing } from "../../catalog/listing.ts";
import type { Catalog } from "../../catalog/types.ts";
import { jsonDocument } from "../../output/json.ts";
import { visible } from "../../output/visible.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
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
  writeDiagnostics(host, mask.maskDeep(catalog.diagnostics), flags);
  host.stdout.write(mask.mask(await render(catalog, format, flags.all === true, host.stdout.columns)));
}

function render(catalog: Catalog, format: "table" | "names", all: boolean, width: number | undefined) {
  if (format === "table") return renderListing(catalog, { all, width });
  return namesOf(catalog, all);
}

/** Offered names, one a line; with `--all` every name. */
function namesOf(catalog: Catalog, all: boolean): string {
  const shown = catalog.tools.filter(({ status }) => all || status === "offered");
  return shown.map(({ name }) => `${visible(name)}\n`).join("");
}
