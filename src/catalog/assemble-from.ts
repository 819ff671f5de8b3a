import { collectTools } from "../contract/collection.ts";
import { planDisclosure } from "../mcp/disclosure.ts";
import { estimateTokens } from "../mcp/estimate.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { judgeSources, type SourcedEntry } from "./source-stage.ts";
import { type Judgement, judge, STAGES, type Stage } from "./stages.ts";
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
  const dropping = STAGES.filter((stage) => stage.mayDrop(facts));
  const judged = judgeSources(sources, facts).map((sourced) => judgedTool(sourced, dropping, facts));
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

function judgedTool(sourced: SourcedEntry, dropping: readonly Stage[], facts: CatalogFacts): CatalogTool {
  const { entry } = sourced;
  const { def } = entry.tool;
  return {
    entry,
    name: def.name,
    // Most listings show no verdicts.
    get stages() {
      return allVerdicts(sourced, facts);
    },
    estimatedTokens: estimateTokens(def),
    ...(droppedBy(sourced, dropping, facts) ?? { status: "offered" }),
  };
}

/** What the first stage that drops the tool says; undefined where none does. */
function droppedBy({ entry, judgement }: SourcedEntry, dropping: readonly Stage[], facts: CatalogFacts) {
  if (judgement.verdict === "drop") return dropped("source", judgement);
  for (const stage of dropping) {
    const said = judge(stage, entry, facts);
    if (said.verdict === "drop") return dropped(stage.name, said);
  }
}

function dropped(stage: StageName, { reason, bringIn }: Extract<Judgement, { verdict: "drop" }>) {
  return { status: "dropped", stage, reason, bringIn } as const;
}

/** The verdicts in the order of STAGE_NAMES: `source`, then the filters as far as the tool comes. */
function allVerdicts({ entry, judgement }: SourcedEntry, facts: CatalogFacts): readonly StageVerdict[] {
  const judgements = [judgement];
  let last = judgement;
  for (const stage of STAGES) {
    if (last.verdict === "drop") break;
    last = judge(stage, entry, facts);
    judgements.push(last);
  }
  return STAGE_NAMES.map((stage, at) => verdictOf(stage, judgements[at]));
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
  if (candidates.length === 0) return { inline: kept, deferred: [] };
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
