import { buildRouteMap } from "@stricli/core";
import { PROVIDER_NAMES, type ProviderName } from "../../catalog/providers/rule.ts";
import type { Severity } from "../../output/diagnostic.ts";
import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { type PermissionFlags, permissionFlags } from "../permission-flags.ts";
import { type CatalogFlags, catalogFlags } from "./catalog-flags.ts";
import { type ListFlags, listDefinition } from "./catalog-list-command.ts";
import { checkCommand, diffCommand, lockCommand, REPORT_FORMATS } from "./catalog-lock.ts";
import { searchCommand } from "./catalog-search.ts";
import { text } from "./flag-parsers.ts";
import { proposeTools } from "./known-values.ts";

export interface LintFlags extends CatalogFlags {
  readonly provider?: readonly ProviderName[];
  readonly format?: (typeof REPORT_FORMATS)[number];
  readonly failOn?: Severity;
  readonly baseline?: string;
}

export interface ExplainFlags extends CatalogFlags, PermissionFlags {
  readonly format?: "table" | "json";
}

const explain = buildCommand<ExplainFlags, [string], CliContext>({
  loader: async () => (await import("./catalog-explain.ts")).runCatalogExplain,
  parameters: {
    flags: {
      ...catalogFlags,
      ...permissionFlags,
      format: { kind: "enum", values: ["table", "json"], brief: "Default: table", optional: true },
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "Catalog name, or SERVER/TOOL",
          placeholder: "TOOL",
          parse: text,
          proposeCompletions: proposeTools,
        },
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

const lint = buildCommand<LintFlags, [], CliContext>({
  loader: async () => (await import("./catalog-lint.ts")).runCatalogLint,
  parameters: {
    flags: {
      ...catalogFlags,
      provider: {
        kind: "parsed",
        parse: parseProviders,
        brief: "anthropic, openai, gemini, bedrock, moonshot (default: all)",
        placeholder: "NAMES",
        optional: true,
      },
      format: { kind: "enum", values: REPORT_FORMATS, brief: "Default: text", optional: true },
      failOn: {
        kind: "enum",
        values: ["error", "warning", "info"],
        brief: "Exit 3 from this severity on (default: error)",
        optional: true,
      },
      baseline: {
        kind: "parsed",
        parse: text,
        brief: "Findings that are known: an earlier --format json",
        placeholder: "FILE",
        optional: true,
      },
    },
  },
  docs: {
    brief: "What providers refuse, and definitions that address the model",
    fullDescription: [
      "Checks names, descriptions and schemas of the tools offered here against what providers refuse, and",
      "warns of definitions that speak to the model instead of describing the tool. Findings that",
      "config.yaml ignores with a reason (lint.ignore) or a baseline knows are left out. What lint reports, a",
      "turn mends for the provider at hand, or withholds.",
      "",
      "Exit code 3 when a finding reaches --fail-on, 1 when a server did not answer: nobody looked at its tools.",
      "",
      "Examples:",
      "  turnkit catalog lint",
      "  turnkit catalog lint --provider anthropic,openai --fail-on warning",
      "  turnkit catalog lint --format sarif > lint.sarif",
      "  turnkit catalog lint --format json > known.json && turnkit catalog lint --baseline known.json",
    ].join("\n"),
  },
});

function parseProviders(input: string): readonly ProviderName[] {
  return input.split(",").map((word) => {
    const name = PROVIDER_NAMES.find((known) => known === word.trim());
    if (name === undefined) throw new RangeError(`expected ${PROVIDER_NAMES.join(", ")}, got "${word}"`);
    return name;
  });
}

export const catalogRoutes = buildRouteMap({
  routes: {
    list: buildCommand<ListFlags, [], CliContext>(listDefinition),
    explain,
    search: searchCommand,
    lint,
    lock: lockCommand,
    check: checkCommand,
    diff: diffCommand,
  },
  defaultCommand: "list",
  docs: {
    brief: "The turn's tools: list, explain, search, lint, lock, check, diff",
    fullDescription: [
      "The tools that a model gets in one turn: which, why, what they cost, whether providers take them and",
      "whether they changed. Without a verb: list.",
      "",
      "Examples:",
      "  turnkit catalog",
      "  turnkit catalog explain write --role explore",
      "  turnkit catalog lint --format github",
      "  turnkit catalog lock && turnkit catalog check",
    ].join("\n"),
  },
});
