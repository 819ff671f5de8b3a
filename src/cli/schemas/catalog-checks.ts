import { Type } from "@sinclair/typebox";
import type { LintDocument } from "../../catalog/lint/document.ts";
import { type LockDocument, PINS } from "../../catalog/lock/types.ts";
import { PROVIDER_NAMES } from "../../catalog/providers/rule.ts";
import { closedObject, listOf } from "../../config/schema-parts.ts";
import { Facts } from "./catalog.ts";
import { Count, documentOf, type Fits, oneOf } from "./parts.ts";

const provider = oneOf(PROVIDER_NAMES);

const Finding = closedObject({
  rule: Type.String(),
  severity: oneOf(["error", "warning", "info"]),
  tool: Type.String({ description: "Catalog name" }),
  owner: Type.String({ description: "The server's name, or the source" }),
  pointer: Type.String({ description: "RFC 6901, in {name, description, schema}" }),
  message: Type.String(),
  fix: Type.String(),
  providers: Type.Optional(listOf(provider)),
  where: Type.Optional(Type.String({ description: "file:line:column of the server's entry" })),
});

/** `catalog lint --format json`, also what `--baseline` reads. */
export const CatalogLintSchema = documentOf({
  providers: listOf(Type.String()),
  totals: closedObject({ error: Count, warning: Count, info: Count, tools: Count, ignored: Count }),
  findings: listOf(Finding),
});

const FieldChange = closedObject({
  field: Type.String(),
  before: Type.String(),
  after: Type.String(),
});

const Difference = closedObject({
  added: listOf(Type.String()),
  removed: listOf(Type.String()),
  changed: listOf(closedObject({ name: Type.String(), changes: listOf(FieldChange) })),
});

/** `catalog check --format json` and `catalog diff A B --format json`. */
export const CatalogDifferenceSchema = documentOf({
  drift: Type.Boolean(),
  unpinned: listOf(oneOf(PINS), { description: "What only one side pins, and nobody compared" }),
  facts: listOf(FieldChange),
  servers: Difference,
  tools: Difference,
});

/** `catalog search QUERY --format json`; the answer of `tool_search` is the same without `schemaVersion`. */
export const CatalogSearchSchema = documentOf({
  hits: listOf(
    closedObject({
      name: Type.String(),
      description: Type.String(),
      input_schema: Type.Unknown(),
      score: Type.Number({ description: "Relative; over 1 for tools asked for by name" }),
    }),
  ),
  total: Count,
});

/** `catalog lock --format json`. */
export const CatalogLockSchema = documentOf({
  file: Type.String(),
  written: Type.Boolean({ description: "False when it was the same already" }),
  tools: Count,
  servers: Count,
});

/** turnkit.lock.json. */
export const LockSchema = documentOf({
  pins: Type.Optional(
    listOf(oneOf(PINS), { description: "What is pinned besides names, descriptions, schemas" }),
  ),
  facts: closedObject({
    ...Facts.properties,
    computerUse: Type.Optional(Type.Literal(true)),
    plan: Type.Optional(Type.Literal(true)),
    goal: Type.Optional(Type.Literal(true)),
  }),
  servers: listOf(
    closedObject({
      name: Type.String(),
      transport: oneOf(["stdio", "http", "sse"]),
      command: Type.Optional(Type.String()),
      args: Type.Optional(listOf(Type.String())),
      url: Type.Optional(Type.String()),
      version: Type.Optional(Type.String({ description: "As the server tells it" })),
      instructions: Type.Optional(Type.String({ description: "What it says before the user does" })),
    }),
  ),
  tools: listOf(
    closedObject({
      name: Type.String(),
      source: Type.String(),
      serverName: Type.Optional(Type.String()),
      serverToolName: Type.Optional(Type.String()),
      sha256: Type.String({ description: "Of the canonical JSON of {name, description, schema}" }),
      description: Type.String(),
      schema: Type.Record(Type.String(), Type.Unknown()),
      title: Type.Optional(Type.String()),
      annotations: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
      outputSchema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
});

export type Checked = [Fits<LintDocument, typeof CatalogLintSchema>, Fits<LockDocument, typeof LockSchema>];
