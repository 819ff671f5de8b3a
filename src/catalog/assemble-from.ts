import { collectTools } from "../contract/collection.ts";
import { planDisclosure } from "../mcp/disclosure.ts";
import { estimateTokens } from "../mcp/estimate.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { judgeSources, type SourcedEntry } from "./source-stage.ts";
import { type Judgement, judges } from "./stages.ts";
import { texts } from "./texts.ts";
import { catalogTotals } from "./totals.ts";
import {
  type Catalog,
  type CatalogFacts,
  type CatalogSources,
  type CatalogTool,
  STAGE_NAMES,
  type StageName,
  type StageVerdict,
} from "./types.ts";

/** `assembleCatalog` with the means of search handed in: listings without MCP servers do not load them. */
export function assembleFrom(
  facts: CatalogFacts,
  sources: CatalogSources,
  search?: Pick<typeof import("./search-entries.ts"), "searchHint" | "withSearch">,
): Catalog {
  if (facts.disabled) return disabledCatalog(facts, sources.diagnostics);
  const stages = judges(facts);
  const judged = judgeSources(sources, facts).map((sourced) => throughStages(sourced, stages));
  const kept = judged.filter((tool) => tool.status === "offered");
  const { inline, deferred } = disclose(kept, facts);
  const offered = search?.withSearch(inline, deferred, facts) ?? inline;
  collectTools(offered.map(({ entry }) => ({ tool: entry.tool, owner: entry.owner })));
  const tools = [...offered, ...deferred, ...judged.filter((tool) => tool.status === "dropped")];
  const hint = deferred.length > 0 && facts.disclosure.systemHint ? search?.searchHint(deferred) : undefined;
  return {
    facts,
    tools,
    totals: catalogTotals(tools, facts.model),
    diagnostics: sources.diagnostics,
    ...(hint === undefined ? {} : { hint }),
  };
}

function disabledCatalog(facts: CatalogFacts, diagnostics: readonly Diagnostic[]): Catalog {
  const notice: Diagnostic = { severity: "info", code: "tools_disabled", message: texts.disabled };
  return {
    facts,
    tools: [],
    totals: catalogTotals([], facts.model),
    diagnostics: [...diagnostics, notice],
  };
}

function throughStages({ entry, judgement }: SourcedEntry, stages: ReturnType<typeof judges>): CatalogTool {
  // In the order of STAGE_NAMES: `source`, then the filters as far as the tool comes.
  const judgements = [judgement];
  let last = judgement;
  for (const judge of stages) {
    if (last.verdict === "drop") break;
    last = judge(entry);
    judgements.push(last);
  }
  const { def } = entry.tool;
  return {
    entry,
    name: def.name,
    // Most listings show no verdicts.
    get stages() {
      return STAGE_NAMES.map((stage, at) => verdictOf(stage, judgements[at]));
    },
    estimatedTokens: estimateTokens(def),
    ...(last.verdict === "drop"
      ? {
          status: "dropped",
          stage: STAGE_NAMES[judgements.length - 1],
          reason: last.reason,
          bringIn: last.bringIn,
        }
      : { status: "offered" }),
  };
}

function verdictOf(stage: StageName, judgement: Judgement | undefined): StageVerdict {
  if (judgement === undefined) return { stage, verdict: "n/a" };
  if (judgement.verdict !== "drop") return { stage, verdict: judgement.verdict };
  return { stage, verdict: "drop", reason: judgement.reason };
}

/** The final order: local, inline MCP, goal, then extension tools; `kept` already has it. */
function disclose(kept: readonly CatalogTool[], { model, disclosure }: CatalogFacts) {
  const candidates = kept
    .filter(({ entry }) => entry.kind === "mcp")
    .map((tool) => ({ tool, source: tool.entry.source, estimatedTokens: tool.estimatedTokens }));
  const plan = planDisclosure(candidates, model, disclosure);
  const away = new Set(plan.deferred.map(({ tool }) => tool));
  return {
    inline: kept.filter((tool) => !away.has(tool)).map((tool) => disclosed(tool, texts.inline, plan.because)),
    deferred: kept
      .filter((tool) => away.has(tool))
      .map((tool) => disclosed(tool, texts.deferred, plan.because)),
  };
}

function disclosed(tool: CatalogTool, word: string, because: string): CatalogTool {
  if (tool.entry.kind !== "mcp") return tool;
  const last: StageVerdict = { stage: "disclosure", verdict: "pass", reason: `${word} (${because})` };
  const stages = [...tool.stages.slice(0, -1), last];
  return { ...tool, stages, status: word === texts.deferred ? "deferred" : "offered" };
}
