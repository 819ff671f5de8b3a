import { explainDocument } from "../../catalog/document.ts";
import { catalogFault } from "../../catalog/errors.ts";
import { explainableNames, explainTool, renderExplanation } from "../../catalog/explain.ts";
import { knownToolNames } from "../../catalog/known-tools.ts";
import type { PermissionVerdict } from "../../catalog/types.ts";
import { type Host, onTerminal } from "../../config/host.ts";
import { jsonDocument } from "../../output/json.ts";
import { explainTool as explainPermission } from "../../permissions/explain.ts";
import { permissionSettings } from "../../permissions/settings.ts";
import { toolFactsOf } from "../../turn/tool-facts.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { ExplainFlags } from "./catalog.ts";
import { type ListedCatalog, listCatalog } from "./catalog-setup.ts";

export async function runCatalogExplain(this: CliContext, flags: ExplainFlags, name: string): Promise<void> {
  const { host } = this;
  const listed = await listCatalog(host, flags);
  const { catalog, mask } = listed;
  writeDiagnostics(host, mask.maskDeep(catalog.diagnostics), flags);
  const explained = explainTool(catalog, name);
  if (explained === undefined) {
    throw catalogFault.unknownTool(name, [...explainableNames(catalog), ...knownToolNames()]);
  }
  const permission = permissionOf(host, flags, { listed, name: explained.tool });
  const json = flags.json === true;
  if (json) host.stdout.write(jsonDocument(mask.maskDeep(explainDocument(explained, permission))));
  else host.stdout.write(mask.mask(renderExplanation(explained, permission)));
}

/** What the permission engine says of the tool when nothing is known of a call; only for tools that exist. */
function permissionOf(
  host: Host,
  flags: ExplainFlags,
  { listed, name }: { readonly listed: ListedCatalog; readonly name: string },
): PermissionVerdict | undefined {
  const { loaded } = listed.workplace;
  const settings = permissionSettings({
    flags,
    config: loaded.config.permissions,
    where: loaded.where,
    onTerminal: onTerminal(host),
    command: "catalog explain",
  });
  const facts = toolFactsOf(listed.catalog, listed.servers)(name);
  return facts === undefined ? undefined : explainPermission(facts, settings);
}
