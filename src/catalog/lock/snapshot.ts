import { getBuiltinModule } from "node:process";
import type { ServerConnection } from "../../mcp/types.ts";
import { canonicalJson } from "../../output/json.ts";
import type { SecretMask } from "../../output/secrets.ts";
import { type CatalogDocument, factsDocument, type ToolDocument } from "../document.ts";
import type { Schema } from "../providers/schema.ts";
import type { Catalog, CatalogEntry, CatalogFacts, CatalogTool } from "../types.ts";
import { serverIdentity } from "./identity.ts";
import { mapTexts, type Places, portableText } from "./portable.ts";
import { type LockDocument, type LockFacts, PINS, type PinnedTool, type Snapshot } from "./types.ts";

export interface SnapshotRequest {
  readonly catalog: Catalog;
  readonly servers: readonly ServerConnection[];
  readonly places: Places;
  readonly mask: SecretMask;
}

/** What a lock file holds of a catalog: every tool that a model can reach, and who the servers are. */
export function lockDocument({ catalog, servers, places, mask }: SnapshotRequest): LockDocument {
  const portable = portableText(places);
  const safe = (text: string) => mask.mask(portable(text));
  const reachable = catalog.tools.filter(({ status }) => status !== "dropped");
  return {
    schemaVersion: 1,
    pins: PINS,
    facts: lockFacts(catalog.facts),
    servers: servers.map((server) => serverIdentity(server.entry, server, safe)).toSorted(byName),
    tools: reachable.map((tool) => pinTool(tool, safe)).toSorted(byName),
  };
}

function lockFacts(facts: CatalogFacts): LockFacts {
  const { computerUse, plan, goal } = facts;
  return {
    ...factsDocument(facts),
    ...(computerUse ? { computerUse } : {}),
    ...(plan ? { plan } : {}),
    ...(goal ? { goal } : {}),
  };
}

/** One tool as it is pinned and compared; `safe` takes machine paths and secrets out. */
export function pinTool({ entry, name }: CatalogTool, safe: (text: string) => string): PinnedTool {
  const { description, schema } = entry.tool.def;
  return pinned({
    name,
    source: entry.source,
    ...(entry.serverName === undefined ? {} : { serverName: entry.serverName }),
    ...(entry.serverToolName === undefined ? {} : { serverToolName: entry.serverToolName }),
    description: safe(description),
    schema: ordered(mapTexts(schema, safe)),
    ...declaredOf(entry, safe),
  });
}

function declaredOf({ declared }: CatalogEntry, safe: (text: string) => string) {
  const { title, annotations = {}, outputSchema } = declared ?? {};
  return {
    ...(title === undefined ? {} : { title: safe(title) }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations: { ...annotations } }),
    ...(outputSchema === undefined ? {} : { outputSchema: ordered(mapTexts(outputSchema, safe)) }),
  };
}

/** A saved catalog, or a lock file's tools: only those have what is declared besides. */
export interface SavedCatalog extends Pick<CatalogDocument, "facts"> {
  readonly tools: readonly (ToolDocument & Pick<PinnedTool, "title" | "annotations" | "outputSchema">)[];
}

/** The reachable tools of a catalog that was saved with `--format json`, or of a lock file. */
export function savedSnapshot({ facts, tools }: SavedCatalog): Snapshot {
  const reachable = tools.filter(({ status }) => status !== "dropped");
  return {
    facts,
    tools: reachable
      .map(({ name, source, serverName, serverToolName, description, schema, ...more }) =>
        pinned({
          name,
          source,
          ...(serverName === undefined ? {} : { serverName }),
          ...(serverToolName === undefined ? {} : { serverToolName }),
          description,
          schema: ordered(schema),
          ...(more.title === undefined ? {} : { title: more.title }),
          ...(more.annotations === undefined ? {} : { annotations: more.annotations }),
          ...(more.outputSchema === undefined ? {} : { outputSchema: ordered(more.outputSchema) }),
        }),
      )
      .toSorted(byName),
  };
}

function pinned(tool: Omit<PinnedTool, "sha256">): PinnedTool {
  const { name, source, serverName, serverToolName, description, schema, ...declared } = tool;
  const { createHash } = getBuiltinModule("node:crypto");
  const sha256 = createHash("sha256").update(canonicalJson({ name, description, schema })).digest("hex");
  return {
    name,
    source,
    ...(serverName === undefined ? {} : { serverName }),
    ...(serverToolName === undefined ? {} : { serverToolName }),
    sha256,
    description,
    schema,
    ...declared,
  };
}

/** Keys in order: a server that writes the same schema in another order changes nothing. */
function ordered(schema: unknown): Schema {
  return JSON.parse(canonicalJson(schema)) as Schema;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
