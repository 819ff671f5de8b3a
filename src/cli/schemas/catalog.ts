import { Type } from "@sinclair/typebox";
import type { CatalogDocument, ExplainDocument } from "../../catalog/document.ts";
import { closedObject, listOf } from "../../config/schema-parts.ts";
import { Count, Diagnostics, documentOf, type Fits, oneOf } from "./parts.ts";

const status = oneOf(["offered", "deferred", "dropped"]);

/** What a catalog was made by. */
export const Facts = closedObject({
  host: Type.String(),
  surface: Type.Union([Type.String(), Type.Null()]),
  agent: Type.String(),
  role: Type.Optional(Type.String()),
  trusted: Type.Boolean(),
  model: closedObject({
    provider: Type.String(),
    id: Type.String(),
    contextWindow: Type.Number({ description: "Tokens" }),
    supports: listOf(Type.String()),
  }),
});

const Tool = closedObject({
  name: Type.String(),
  source: Type.String({ description: "builtin, builtin-matrix or configured" }),
  serverName: Type.Optional(Type.String()),
  serverToolName: Type.Optional(Type.String({ description: "The server's own name for the tool" })),
  executionMode: Type.String({ description: "parallel or sequential" }),
  estimatedTokens: Count,
  status,
  stage: Type.Optional(Type.String({ description: "The stage that dropped it" })),
  reason: Type.Optional(Type.String()),
  description: Type.String(),
  schema: Type.Unknown({ description: "JSON Schema of the arguments" }),
});

/** `catalog --format json` (30-catalog). */
export const CatalogSchema = documentOf({
  facts: Facts,
  tools: listOf(Tool, { description: "Offered in catalog order, then deferred, then dropped" }),
  totals: closedObject({
    offered: Count,
    deferred: Count,
    dropped: Count,
    estimatedTokens: Count,
    contextWindow: Type.Number(),
    share: Type.Number(),
  }),
  diagnostics: Diagnostics,
});

/** `catalog explain TOOL --format json` (30-catalog). */
export const CatalogExplainSchema = documentOf({
  tool: Type.String(),
  status,
  stages: listOf(
    closedObject({
      stage: Type.String(),
      verdict: oneOf(["pass", "drop", "n/a"]),
      reason: Type.Optional(Type.String()),
    }),
  ),
  bringIn: Type.Optional(listOf(closedObject({ what: Type.String(), how: Type.String() }))),
  permission: Type.Optional(
    closedObject({ mode: Type.String(), verdict: oneOf(["run", "ask", "refuse"]), text: Type.String() }),
  ),
});

export type Checked = [
  Fits<CatalogDocument, typeof CatalogSchema>,
  Fits<ExplainDocument, typeof CatalogExplainSchema>,
];
