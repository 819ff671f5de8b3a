import type { AnyTool } from "../contract/tool.ts";
import { assembleFrom } from "./assemble-from.ts";
import { searchHint, withSearch } from "./search-entries.ts";
import type { Catalog, CatalogFacts, CatalogSources } from "./types.ts";

/**
 * The catalog of one turn. Pure: the same facts and sources give the same catalog, and every tool that any
 * source has is in it, with what each stage said.
 * @throws Fault `duplicate_tool` when two sources give one name.
 */
export function assembleCatalog(facts: CatalogFacts, sources: CatalogSources): Catalog {
  return assembleFrom(facts, sources, { searchHint, withSearch });
}

/** What the model is given, in catalog order. */
export function offeredTools(catalog: Catalog): readonly AnyTool[] {
  return catalog.tools.flatMap(({ status, entry }) => (status === "offered" ? [entry.tool] : []));
}

/** What the model must search for before it can call it. */
export function deferredTools(catalog: Catalog): readonly AnyTool[] {
  return catalog.tools.flatMap(({ status, entry }) => (status === "deferred" ? [entry.tool] : []));
}
