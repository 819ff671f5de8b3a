import type { Diagnostic } from "../output/diagnostic.ts";
import type {
  Catalog,
  CatalogFacts,
  CatalogTool,
  CatalogTotals,
  ExplainedTool,
  PermissionVerdict,
  Remedy,
  StageVerdict,
} from "./types.ts";

/** The document of `catalog --format json`; key order is part of it (30-catalog). */
export interface CatalogDocument {
  readonly schemaVersion: 1;
  readonly facts: FactsDocument;
  readonly tools: readonly ToolDocument[];
  readonly totals: CatalogTotals;
  readonly diagnostics: readonly Diagnostic[];
}

export interface FactsDocument {
  readonly host: string;
  readonly surface: string | null;
  readonly agent: string;
  readonly role?: string;
  readonly trusted: boolean;
  readonly model: {
    readonly provider: string;
    readonly id: string;
    readonly contextWindow: number;
    readonly supports: readonly string[];
  };
}

export interface ToolDocument {
  readonly name: string;
  readonly source: string;
  readonly serverName?: string;
  readonly serverToolName?: string;
  readonly executionMode: string;
  readonly estimatedTokens: number;
  readonly status: CatalogTool["status"];
  readonly stage?: string;
  readonly reason?: string;
  readonly description: string;
  readonly schema: unknown;
}

/** The document of `catalog explain TOOL --format json`. */
export interface ExplainDocument {
  readonly schemaVersion: 1;
  readonly tool: string;
  readonly status: CatalogTool["status"];
  readonly stages: readonly StageVerdict[];
  readonly bringIn?: readonly Remedy[];
  readonly permission?: PermissionVerdict;
}

export function explainDocument(explained: ExplainedTool, permission?: PermissionVerdict): ExplainDocument {
  const { tool, status, stages, bringIn } = explained;
  return {
    schemaVersion: 1,
    tool,
    status,
    stages,
    ...(bringIn === undefined ? {} : { bringIn }),
    ...(permission === undefined ? {} : { permission }),
  };
}

export function catalogDocument(catalog: Catalog): CatalogDocument {
  return {
    schemaVersion: 1,
    facts: factsDocument(catalog.facts),
    tools: catalog.tools.map(toolDocument),
    totals: catalog.totals,
    diagnostics: catalog.diagnostics,
  };
}

export function factsDocument({ host, agent, profile, model }: CatalogFacts): FactsDocument {
  const supports = (["image", "video"] as const).filter((kind) => model.supports[kind]);
  return {
    host,
    surface: profile?.surface ?? null,
    agent,
    ...(profile?.canonicalRole === undefined ? {} : { role: profile.canonicalRole }),
    trusted: profile?.trustedBuiltin ?? false,
    model: { provider: model.provider, id: model.id, contextWindow: model.contextWindow, supports },
  };
}

export function toolDocument(tool: CatalogTool): ToolDocument {
  const { description, schema } = tool.entry.tool.def;
  return { ...toolHead(tool), description, schema };
}

/** The members of a tool's document before its definition. */
export function toolHead(tool: CatalogTool): Omit<ToolDocument, "description" | "schema"> {
  const { entry, name, status, stage, reason, estimatedTokens } = tool;
  return {
    name,
    source: entry.source,
    ...(entry.serverName === undefined ? {} : { serverName: entry.serverName }),
    ...(entry.serverToolName === undefined ? {} : { serverToolName: entry.serverToolName }),
    executionMode: entry.tool.def.executionMode ?? "sequential",
    estimatedTokens,
    status,
    ...(stage === undefined ? {} : { stage }),
    ...(reason === undefined ? {} : { reason }),
  };
}
