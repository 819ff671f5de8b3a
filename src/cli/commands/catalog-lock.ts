import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { type GlobalFlags, globalFlags, textOrJson } from "../global-flags.ts";
import { type CatalogFlags, catalogFlags } from "./catalog-flags.ts";
import { text } from "./flag-parsers.ts";

export interface LockFlags extends CatalogFlags {
  readonly format?: "text" | "json";
  readonly lock?: string;
  readonly update?: boolean;
}

export interface CheckFlags extends CatalogFlags {
  readonly lock?: string;
  readonly format?: ReportFormat;
}

export interface DiffFlags extends GlobalFlags {
  readonly format?: ReportFormat;
}

/** What lint, check and diff print their findings in. */
export const REPORT_FORMATS = ["text", "json", "github", "markdown", "junit", "sarif"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const lockFlag = {
  kind: "parsed",
  parse: text,
  brief: "The lock file (default: turnkit.lock.json in the workspace)",
  placeholder: "FILE",
  optional: true,
} as const;

const formatFlag = {
  kind: "enum",
  values: REPORT_FORMATS,
  brief: "Default: text",
  optional: true,
} as const;

export const lockCommand = buildCommand<LockFlags, [], CliContext>({
  loader: async () => (await import("./catalog-lock-run.ts")).runCatalogLock,
  parameters: {
    flags: {
      ...catalogFlags,
      lock: lockFlag,
      update: {
        kind: "boolean",
        brief: "Replace a lock file that differs",
        optional: true,
        withNegated: false,
      },
      format: textOrJson,
    },
  },
  docs: {
    brief: "Pin the definitions of the turn's tools",
    fullDescription: [
      "Writes a lock file: the facts it was made with, who the servers are (no secrets, no paths of this",
      "machine), and each tool's definition with its SHA-256. The same catalog gives the same bytes. An",
      "existing file that differs is only replaced with --update.",
      "",
      "Examples:",
      "  turnkit catalog lock",
      "  turnkit catalog lock --update --mcp-config ./mcp.json",
      "  turnkit catalog lock --json",
    ].join("\n"),
  },
});

export const checkCommand = buildCommand<CheckFlags, [], CliContext>({
  loader: async () => (await import("./catalog-lock-run.ts")).runCatalogCheck,
  parameters: { flags: { ...catalogFlags, lock: lockFlag, format: formatFlag } },
  docs: {
    brief: "Fail when tools or servers differ from the lock file",
    fullDescription: [
      "Compares a fresh catalog with the lock file and shows what was added, removed or changed, with the words",
      "that moved. Exit code 3 on drift, 2 when the facts are others than the lock file's, 1 when a server did",
      "not answer: then there is no verdict.",
      "",
      "Examples:",
      "  turnkit catalog check",
      "  turnkit catalog check --mcp-config ./mcp.json --format json",
      "  turnkit catalog check --format junit > drift.xml",
    ].join("\n"),
  },
});

export const diffCommand = buildCommand<DiffFlags, [string, string], CliContext>({
  loader: async () => (await import("./catalog-lock-run.ts")).runCatalogDiff,
  parameters: {
    flags: { ...globalFlags, format: formatFlag },
    positional: {
      kind: "tuple",
      parameters: [
        { brief: "Saved catalog or lock file", placeholder: "A", parse: text },
        { brief: "Saved catalog or lock file", placeholder: "B", parse: text },
      ],
    },
  },
  docs: {
    brief: "Compare two saved catalogs or lock files",
    fullDescription: [
      "Shows what B has that A has not, as check does. Saved catalogs are those of `catalog --format json`.",
      "Exit code 3 when they differ.",
      "",
      "Examples:",
      "  turnkit catalog diff before.json after.json",
      "  turnkit catalog diff turnkit.lock.json catalog.json --format json",
    ].join("\n"),
  },
});
