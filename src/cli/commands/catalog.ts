import { buildCommand, buildRouteMap } from "@stricli/core";
import type { CliContext } from "../context.ts";
import { type CatalogFlags, catalogFlags } from "./catalog-flags.ts";

export const LIST_FORMATS = ["table", "json", "names"] as const;

export interface ListFlags extends CatalogFlags {
  readonly all?: boolean;
  readonly format?: (typeof LIST_FORMATS)[number];
}

export interface ExplainFlags extends CatalogFlags {
  readonly format?: "table" | "json";
}

const list = buildCommand<ListFlags, [], CliContext>({
  loader: async () => (await import("./catalog-list.ts")).runCatalogList,
  parameters: {
    flags: {
      ...catalogFlags,
      all: { kind: "boolean", brief: "Dropped tools too, and why", optional: true, withNegated: false },
      format: { kind: "enum", values: LIST_FORMATS, brief: "Default: table", optional: true },
    },
  },
  docs: {
    brief: "The tools of a turn here",
    fullDescription: [
      "Lists the tools that a model would get in a turn here: name, source, mode, estimated tokens, and for MCP",
      "the server; below it the totals. Nothing is called; MCP servers are started to list their tools.",
      "",
      "Examples:",
      "  turnkit catalog",
      "  turnkit catalog --all --role explore",
      "  turnkit catalog --no-mcp --format json",
      "  turnkit catalog --mcp-config ./mcp.json --model anthropic/claude-sonnet-4-5 --supports image",
    ].join("\n"),
  },
});

const explain = buildCommand<ExplainFlags, [string], CliContext>({
  loader: async () => (await import("./catalog-explain.ts")).runCatalogExplain,
  parameters: {
    flags: {
      ...catalogFlags,
      format: { kind: "enum", values: ["table", "json"], brief: "Default: table", optional: true },
    },
    positional: {
      kind: "tuple",
      parameters: [
        { brief: "Catalog name, or SERVER/TOOL", placeholder: "TOOL", parse: (input: string) => input },
      ],
    },
  },
  docs: {
    brief: "Every stage's verdict on one tool",
    fullDescription: [
      "Prints one line per stage (pass, drop with its reason, n/a) and, for a tool that is not offered,",
      "what would bring it in: the configuration key, the flag or the missing part.",
      "",
      "Examples:",
      "  turnkit catalog explain write --role explore",
      "  turnkit catalog explain web_search",
      "  turnkit catalog explain github/search_code --format json",
    ].join("\n"),
  },
});

export const catalogRoutes = buildRouteMap({
  routes: { list, explain },
  defaultCommand: "list",
  docs: { brief: "The turn's tools: list, explain" },
});
