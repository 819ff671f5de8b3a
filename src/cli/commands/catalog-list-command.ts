import type { buildCommand } from "@stricli/core";
import type { CliContext } from "../context.ts";
import { type CatalogFlags, catalogFlags } from "./catalog-flags.ts";

export const LIST_FORMATS = [
  "table",
  "json",
  "yaml",
  "markdown",
  "names",
  "anthropic",
  "openai",
  "mermaid",
  "html",
] as const;

export interface ListFlags extends CatalogFlags {
  readonly all?: boolean;
  readonly format?: (typeof LIST_FORMATS)[number];
}

/** Not built: stricli itself is loaded only where a plain line is not enough. */
export const listDefinition = {
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
      "  turnkit catalog --format html > catalog.html",
      "  turnkit catalog --format anthropic --model anthropic/claude-sonnet-4-5",
      "  turnkit catalog --mcp-config ./mcp.json --model anthropic/claude-sonnet-4-5 --supports image",
    ].join("\n"),
  },
} satisfies Parameters<typeof buildCommand<ListFlags, [], CliContext>>[0];
