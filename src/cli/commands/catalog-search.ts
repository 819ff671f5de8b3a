import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { type CatalogFlags, catalogFlags } from "./catalog-flags.ts";
import { positiveInteger, text } from "./flag-parsers.ts";

export interface SearchFlags extends CatalogFlags {
  readonly regex?: string;
  readonly topK?: number;
  readonly format?: "table" | "json";
}

export const searchCommand = buildCommand<SearchFlags, [string?], CliContext>({
  loader: async () => (await import("./catalog-search-run.ts")).runCatalogSearch,
  parameters: {
    flags: {
      ...catalogFlags,
      regex: {
        kind: "parsed",
        parse: text,
        brief: "Only tools that this pattern matches (case-insensitive)",
        placeholder: "PATTERN",
        optional: true,
      },
      topK: {
        kind: "parsed",
        parse: positiveInteger,
        brief: "Hits at most (default: mcpToolSearch.topKDefault)",
        placeholder: "COUNT",
        optional: true,
      },
      format: { kind: "enum", values: ["table", "json"], brief: "Default: table", optional: true },
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "What the tool should do, or names of tools",
          placeholder: "QUERY",
          parse: text,
          optional: true,
        },
      ],
    },
  },
  docs: {
    brief: "What tool_search would answer",
    fullDescription: [
      "Searches the MCP tools as tool_search does for a model: the deferred ones, or all of them where none is",
      "deferred. A query ranks, a regex filters.",
      "",
      "Examples:",
      '  turnkit catalog search "create an issue"',
      "  turnkit catalog search --regex '^mcp__github__' --top-k 20",
      '  turnkit catalog search "查询天气" --format json',
    ].join("\n"),
  },
});
