import { linearMatcher } from "./linear-matcher.ts";
import type { ScoredTool, SearchableTool, ToolIndex } from "./search-index.ts";
import { queryTerms, termsOf } from "./tokens.ts";

export interface ToolQuery {
  readonly query?: string;
  readonly regex?: string;
  readonly topK: number;
}

export interface ToolHits {
  /** Best first; `score` is 1 for the best by words, and above for names that were asked for. */
  readonly hits: readonly ScoredTool[];
  /** Matches, shown or not. */
  readonly total: number;
}

/** What a tool that is asked for by its name scores; others are relative to the best of them. */
const NAMED = 2;

/**
 * Tools for a query, a pattern, or both: the pattern filters, the query ranks inside it. Names asked for
 * exactly come first and are all there, however many `topK` are wanted.
 * @throws Fault `pattern_unusable` for a pattern that the linear-time engine refuses.
 */
export async function searchTools(index: ToolIndex, { query, regex, topK }: ToolQuery): Promise<ToolHits> {
  const matches = regex === undefined ? undefined : await linearMatcher(regex);
  const pool = matches ? index.tools.filter((tool) => matches(index.textOf(tool))) : index.tools;
  const ranked = query === undefined ? [] : rank(index, pool, query);
  const found =
    ranked.length > 0 || matches === undefined ? ranked : pool.map((tool) => ({ ...tool, score: 1 }));
  const ordered = found.toSorted((a, b) => b.score - a.score || compareNames(a, b));
  const named = ordered.filter(({ score }) => score >= NAMED).length;
  return { hits: ordered.slice(0, Math.max(topK, named)), total: ordered.length };
}

function rank(index: ToolIndex, pool: readonly SearchableTool[], query: string): readonly ScoredTool[] {
  const inPool = new Set(pool.map(({ tool }) => tool.def.name));
  const scored = index.rank(query).filter(({ tool }) => inPool.has(tool.def.name));
  const best = Math.max(...scored.map(({ score }) => score));
  const byName = new Map(
    scored.map((one) => [one.tool.def.name, { ...one, score: Math.round((one.score / best) * 1000) / 1000 }]),
  );
  for (const tool of namedIn(query, pool)) {
    const score = byName.get(tool.tool.def.name)?.score ?? 0;
    byName.set(tool.tool.def.name, { ...tool, score: NAMED + score });
  }
  return [...byName.values()];
}

/** The tools that a query calls by name: catalog name, or the server's own name. */
function namedIn(query: string, pool: readonly SearchableTool[]): readonly SearchableTool[] {
  const words = query
    .split(/[\s,;"'`()[\]]+/u)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== "");
  const asked = new Set(words);
  const wholes = [termsOf(query), queryTerms(query)].map((terms) => terms.join(" "));
  const leaves = new Set(pool.map(({ leaf }) => leaf.toLowerCase()));
  const onlyNames = words.every((word) => leaves.has(word));
  return pool.filter(({ tool, leaf }) => {
    if (asked.has(tool.def.name.toLowerCase())) return true;
    if (wholes.includes(termsOf(leaf).join(" "))) return true;
    // A plain word is a name only where nothing else is asked: "search" in a sentence is a verb.
    return asked.has(leaf.toLowerCase()) && (onlyNames || termsOf(leaf).length > 1);
  });
}

function compareNames(a: SearchableTool, b: SearchableTool): number {
  return a.tool.def.name < b.tool.def.name ? -1 : 1;
}
