import { explainDocument } from "../../catalog/document.ts";
import { catalogFault } from "../../catalog/errors.ts";
import { explainableNames, explainTool, renderExplanation } from "../../catalog/explain.ts";
import { knownToolNames } from "../../catalog/known-tools.ts";
import { jsonDocument } from "../../output/json.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { ExplainFlags } from "./catalog.ts";
import { listCatalog } from "./catalog-setup.ts";

export async function runCatalogExplain(this: CliContext, flags: ExplainFlags, name: string): Promise<void> {
  const { host } = this;
  const { catalog, mask } = await listCatalog(host, flags);
  writeDiagnostics(host, mask.maskDeep(catalog.diagnostics), flags);
  const explained = explainTool(catalog, name);
  if (explained === undefined) {
    throw catalogFault.unknownTool(name, [...explainableNames(catalog), ...knownToolNames()]);
  }
  const json = flags.json === true || flags.format === "json";
  if (json) host.stdout.write(jsonDocument(mask.maskDeep(explainDocument(explained))));
  else host.stdout.write(mask.mask(renderExplanation(explained)));
}
