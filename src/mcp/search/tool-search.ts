import { Type } from "@sinclair/typebox";
import type { McpToolSearchConfig } from "../../config/types.ts";
import { defineRuntimeTool } from "../../contract/define-tool.ts";
import { errorResult, textResult } from "../../contract/results.ts";
import type { AnyTool } from "../../contract/tool.ts";
import { isFault } from "../../output/fault.ts";
import type { SearchableTool } from "./search-index.ts";
import { searchTexts as texts } from "./texts.ts";

export const TOOL_SEARCH = "tool_search";

/** The tool that finds deferred tools (40-mcp "Disclosure"); what it needs is loaded with the first search. */
export function toolSearchTool(tools: readonly SearchableTool[], options: McpToolSearchConfig): AnyTool {
  const { topKDefault, topKMax } = options;
  return defineRuntimeTool({
    name: TOOL_SEARCH,
    label: "Tool search",
    description: texts.searchDescription(tools.length),
    schema: Type.Object(
      {
        query: Type.Optional(Type.String({ description: texts.query })),
        regex: Type.Optional(Type.String({ description: texts.regex })),
        top_k: Type.Optional(Type.Integer({ minimum: 1, description: texts.topK(topKDefault, topKMax) })),
      },
      { additionalProperties: false },
    ),
    executionMode: "parallel",
    source: "builtin",
    execute: async (_ctx, input) => {
      const query = given(input.query);
      const regex = given(input.regex);
      if (query === undefined && regex === undefined) return errorResult(TOOL_SEARCH, texts.nothingAsked);
      const topK = Math.min(input.top_k ?? topKDefault, topKMax);
      try {
        return textResult(TOOL_SEARCH, await answer(tools, { query, regex, topK }, options.maxSchemaTextLen));
      } catch (error) {
        if (isFault(error)) return errorResult(TOOL_SEARCH, error.message);
        throw error;
      }
    },
  });
}

async function answer(
  tools: readonly SearchableTool[],
  query: { readonly query?: string; readonly regex?: string; readonly topK: number },
  maxSchemaTextLen: number,
): Promise<string> {
  const [{ cachedIndex }, { searchTools }, { searchDocument }] = await Promise.all([
    import("./index-cache.ts"),
    import("./search-tools.ts"),
    import("./search-document.ts"),
  ]);
  const index = await cachedIndex(tools, maxSchemaTextLen);
  return JSON.stringify(searchDocument(await searchTools(index, query)));
}

function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}
