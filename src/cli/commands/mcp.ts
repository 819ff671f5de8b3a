import { buildRouteMap } from "@stricli/core";
import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { documentFlags, type GlobalFlags } from "../global-flags.ts";
import { text, verbatim } from "./flag-parsers.ts";
import { proposeServers } from "./known-values.ts";
import { mcpCommandTexts as texts } from "./mcp-texts.ts";

/** Every verb of `turnkit mcp` works on one file. */
export interface McpFileFlags extends GlobalFlags {
  readonly file?: string;
}

export interface McpAddFlags extends McpFileFlags {
  readonly url?: string;
  readonly transport?: "http" | "sse";
  readonly header?: readonly string[];
  readonly env?: readonly string[];
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly trustAnnotations?: boolean;
  readonly replace?: boolean;
}

export interface McpListFlags extends McpFileFlags {
  readonly trustProject?: boolean;
}

export interface McpImportFlags extends McpFileFlags {
  readonly only?: readonly string[];
  readonly replace?: boolean;
}

const parsed = (brief: string, placeholder: string) =>
  ({ kind: "parsed", parse: text, brief, placeholder, optional: true }) as const;
const several = (brief: string, placeholder: string) =>
  ({ ...parsed(brief, placeholder), variadic: true }) as const;
const flag = (brief: string) => ({ kind: "boolean", brief, optional: true, withNegated: false }) as const;

const fileFlags = { ...documentFlags, file: parsed(texts.fileBrief, "FILE") } as const;

const add = buildCommand<McpAddFlags, string[], CliContext>({
  loader: async () => (await import("./mcp-add-run.ts")).runMcpAdd,
  parameters: {
    flags: {
      ...fileFlags,
      url: parsed(texts.urlBrief, "URL"),
      transport: { kind: "enum", values: ["http", "sse"], brief: texts.transportBrief, optional: true },
      header: several(texts.headerBrief, "NAME: VALUE"),
      env: several(texts.envBrief, "NAME=VALUE"),
      cwd: parsed(texts.cwdBrief, "DIR"),
      timeoutMs: { ...parsed(texts.timeoutBrief, "MS"), parse: milliseconds },
      trustAnnotations: flag(texts.trustBrief),
      replace: flag(texts.replaceBrief),
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: { brief: texts.addBrief, placeholder: "NAME [-- COMMAND…]", parse: verbatim },
    },
  },
  docs: { brief: texts.add, fullDescription: texts.addDescription },
});

const list = buildCommand<McpListFlags, [], CliContext>({
  loader: async () => (await import("./mcp-list-run.ts")).runMcpList,
  parameters: { flags: { ...fileFlags, trustProject: flag(texts.trustProjectBrief) } },
  docs: { brief: texts.list, fullDescription: texts.listDescription },
});

const remove = buildCommand<McpFileFlags, [string], CliContext>({
  loader: async () => (await import("./mcp-remove-run.ts")).runMcpRemove,
  parameters: {
    flags: fileFlags,
    positional: {
      kind: "tuple",
      parameters: [
        { brief: texts.nameBrief, placeholder: "NAME", parse: text, proposeCompletions: proposeServers },
      ],
    },
  },
  docs: { brief: texts.remove, fullDescription: texts.removeDescription },
});

const importCommand = buildCommand<McpImportFlags, [string], CliContext>({
  loader: async () => (await import("./mcp-import-run.ts")).runMcpImport,
  parameters: {
    flags: {
      ...fileFlags,
      only: several(texts.onlyBrief, "NAME"),
      replace: flag(texts.replaceBrief),
    },
    positional: {
      kind: "tuple",
      parameters: [{ brief: texts.importBrief, placeholder: "FROM", parse: text }],
    },
  },
  docs: { brief: texts.import, fullDescription: texts.importDescription },
});

export const mcpRoutes = buildRouteMap({
  routes: { add, list, remove, import: importCommand },
  docs: { brief: texts.brief, fullDescription: texts.description },
});

function milliseconds(input: string): number {
  const value = Number(input);
  if (!/^\d+$/u.test(input) || value < 1 || value > 86_400_000)
    throw new RangeError(texts.noMilliseconds(input));
  return value;
}
