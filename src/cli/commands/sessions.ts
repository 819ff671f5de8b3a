import { buildRouteMap } from "@stricli/core";
import { parseByteSize } from "../../output/byte-size.ts";
import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { documentFlags, type GlobalFlags, globalFlags } from "../global-flags.ts";
import { text } from "./flag-parsers.ts";
import { proposeSessions } from "./known-values.ts";
import { texts } from "./sessions-texts.ts";

export interface SessionsFlags extends GlobalFlags {
  readonly format?: "text" | "json";
}

export interface SessionsGcFlags extends SessionsFlags {
  /** Milliseconds. */
  readonly olderThan?: number;
  /** Bytes. */
  readonly maxSize?: number;
  readonly dryRun?: boolean;
}

export const EXPORT_FORMATS = ["jsonl", "markdown", "claude", "codex", "json"] as const;

export interface SessionsExportFlags extends GlobalFlags {
  readonly format?: (typeof EXPORT_FORMATS)[number];
}

const optional = { kind: "parsed", optional: true } as const;

const sessionId = {
  kind: "tuple",
  parameters: [
    { brief: texts.sessionBrief, placeholder: "SESSION", parse: text, proposeCompletions: proposeSessions },
  ],
} as const;

const list = buildCommand<SessionsFlags, [], CliContext>({
  loader: async () => (await import("./sessions-list-run.ts")).runSessionsList,
  parameters: { flags: documentFlags },
  docs: { brief: texts.list, fullDescription: texts.listDescription },
});

const show = buildCommand<SessionsFlags, [string], CliContext>({
  loader: async () => (await import("./sessions-show-run.ts")).runSessionsShow,
  parameters: {
    flags: documentFlags,
    positional: sessionId,
  },
  docs: { brief: texts.show, fullDescription: texts.showDescription },
});

const exported = buildCommand<SessionsExportFlags, [string], CliContext>({
  loader: async () => (await import("./sessions-export-run.ts")).runSessionsExport,
  parameters: {
    flags: {
      ...globalFlags,
      format: { kind: "enum", values: EXPORT_FORMATS, brief: "Default: jsonl", optional: true },
    },
    positional: sessionId,
  },
  docs: { brief: texts.export, fullDescription: texts.exportDescription },
});

const gc = buildCommand<SessionsGcFlags, [], CliContext>({
  loader: async () => (await import("./sessions-gc-run.ts")).runSessionsGc,
  parameters: {
    flags: {
      ...documentFlags,
      olderThan: { ...optional, parse: age, brief: texts.olderThanBrief, placeholder: "AGE" },
      maxSize: { ...optional, parse: byteSize, brief: texts.maxSizeBrief, placeholder: "SIZE" },
      dryRun: { kind: "boolean", brief: texts.dryRunBrief, optional: true, withNegated: false },
    },
  },
  docs: { brief: texts.gc, fullDescription: texts.gcDescription },
});

export const sessionsRoutes = buildRouteMap({
  routes: { list, show, export: exported, gc },
  defaultCommand: "list",
  docs: { brief: texts.brief, fullDescription: texts.description },
});

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

function age(input: string): number {
  const match = /^(\d{1,6})([dhm])$/.exec(input);
  if (match === null) throw new RangeError(texts.noAge(input));
  return Number(match[1]) * (UNITS[match[2] ?? ""] ?? 0);
}

function byteSize(input: string): number {
  const bytes = parseByteSize(input);
  if (bytes === undefined) throw new RangeError(texts.noSize(input));
  return bytes;
}
