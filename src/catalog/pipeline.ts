import { type Catalog, type CatalogTool, STAGE_NAMES, type StageName } from "./types.ts";

export interface StageCount {
  readonly stage: StageName;
  /** Tools that this stage dropped, and that are left after it. */
  readonly dropped: number;
  readonly left: number;
}

export interface PipelineCounts {
  readonly sources: readonly { readonly name: string; readonly count: number }[];
  readonly stages: readonly StageCount[];
  readonly offered: number;
  readonly deferred: number;
}

const SOURCE_NAMES: Readonly<Record<CatalogTool["entry"]["kind"], string>> = {
  local: "local",
  mcp: "mcp",
  disclosure: "search",
  goal: "goal",
  extension: "extensions",
};

/** How many tools came from where, and what each stage left of them. */
export function pipelineCounts(catalog: Catalog): PipelineCounts {
  const gathered = catalog.tools.filter(({ entry }) => entry.kind !== "disclosure");
  const sources = (["local", "mcp", "goal", "extension"] as const)
    .map((kind) => ({
      name: SOURCE_NAMES[kind],
      count: gathered.filter(({ entry }) => entry.kind === kind).length,
    }))
    .filter(({ count }) => count > 0);
  let left = gathered.length;
  const stages = STAGE_NAMES.map((stage) => {
    const dropped = gathered.filter((tool) => tool.stage === stage).length;
    left -= dropped;
    return { stage, dropped, left };
  });
  const { offered, deferred } = catalog.totals;
  return { sources, stages, offered, deferred };
}
