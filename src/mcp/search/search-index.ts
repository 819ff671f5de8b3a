import type MiniSearch from "minisearch";
import type { AnyTool } from "../../contract/tool.ts";
import { schemaText } from "./schema-text.ts";
import { queryTerms, termsOf } from "./tokens.ts";

/** A tool that can be searched for; `leaf` is the server's own name for it. */
export interface SearchableTool {
  readonly tool: AnyTool;
  readonly leaf: string;
}

export interface ScoredTool extends SearchableTool {
  readonly score: number;
}

interface Document {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly schema: string;
}

/** Names outweigh prose: a word in a name says what the tool is, in a description it may be said in passing. */
const BOOST = { name: 6, description: 2, schema: 1 };

/** BM25 as the specification fixes it (40-mcp): term saturation, length normalization, no lower bound. */
const BM25 = { k: 1.5, b: 0.75, d: 0 };

/** Tools with what can be asked of them: ranked by a query, or filtered by a pattern. */
export interface ToolIndex {
  readonly tools: readonly SearchableTool[];
  /** Best first; only tools that hold a term of the query. */
  rank(query: string): readonly ScoredTool[];
  /** Name, description and schema text of a tool, for patterns. */
  textOf(tool: SearchableTool): string;
}

export async function buildIndex(
  tools: readonly SearchableTool[],
  maxSchemaTextLen: number,
): Promise<ToolIndex> {
  const { default: MiniSearchClass } = await import("minisearch");
  const documents = tools.map(({ tool }, id) => documentOf(tool, id, maxSchemaTextLen));
  const search: MiniSearch<Document> = new MiniSearchClass<Document>({
    fields: ["name", "description", "schema"],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { boost: BOOST, bm25: BM25, combineWith: "OR", tokenize: queryTerms },
  });
  search.addAll(documents);
  return {
    tools,
    rank: (query) =>
      search.search(query).flatMap(({ id, score }) => {
        const found = tools[id as number];
        return found === undefined ? [] : [{ ...found, score }];
      }),
    textOf: (wanted) => {
      const document = documents[tools.indexOf(wanted)];
      return document === undefined ? "" : `${document.name}\n${document.description}\n${document.schema}`;
    },
  };
}

function documentOf({ def }: AnyTool, id: number, maxSchemaTextLen: number): Document {
  const { name, description, schema } = def;
  return { id, name, description, schema: schemaText(schema, maxSchemaTextLen) };
}
