import type { ToolHits } from "./search-tools.ts";

/** What `tool_search` answers, and `catalog search` prints. */
export interface SearchDocument {
  readonly hits: readonly {
    readonly name: string;
    readonly description: string;
    readonly input_schema: unknown;
    readonly score: number;
  }[];
  readonly total: number;
}

export function searchDocument({ hits, total }: ToolHits): SearchDocument {
  return {
    hits: hits.map(({ tool, score }) => {
      const { name, description, schema } = tool.def;
      return { name, description, input_schema: schema, score };
    }),
    total,
  };
}
