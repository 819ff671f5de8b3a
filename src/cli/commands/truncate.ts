import { parseByteSize } from "../../output/byte-size.ts";
import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { type GlobalFlags, globalFlags } from "../global-flags.ts";
import { text } from "./flag-parsers.ts";
import { texts } from "./truncate-texts.ts";

export const GATES = ["bash", "read", "grep", "tool-head", "tool-tail", "budget"] as const;
export type GateName = (typeof GATES)[number];

export interface TruncateFlags extends GlobalFlags {
  readonly gate: GateName;
  readonly format?: "text" | "json";
  readonly maxBytes?: number;
  readonly maxLines?: number;
  readonly artifactDir?: string;
  readonly stripAnsi?: boolean;
  readonly failIfTruncated?: boolean;
}

const flag = (brief: string) => ({ kind: "boolean", brief, optional: true, withNegated: false }) as const;

export const truncateCommand = buildCommand<TruncateFlags, [string?], CliContext>({
  loader: async () => (await import("./truncate-run.ts")).runTruncate,
  parameters: {
    flags: {
      ...globalFlags,
      gate: { kind: "enum", values: GATES, default: "bash", brief: texts.gateBrief },
      format: { kind: "enum", values: ["text", "json"], brief: "Default: text", optional: true },
      maxBytes: {
        kind: "parsed",
        parse: byteSize,
        brief: texts.maxBytesBrief,
        placeholder: "SIZE",
        optional: true,
      },
      maxLines: {
        kind: "parsed",
        parse: lineCount,
        brief: texts.maxLinesBrief,
        placeholder: "N",
        optional: true,
      },
      artifactDir: {
        kind: "parsed",
        parse: text,
        brief: texts.artifactDirBrief,
        placeholder: "DIR",
        optional: true,
      },
      stripAnsi: flag(texts.stripAnsiBrief),
      failIfTruncated: flag(texts.failIfTruncatedBrief),
    },
    positional: {
      kind: "tuple",
      parameters: [{ brief: texts.fileBrief, placeholder: "FILE", parse: text, optional: true }],
    },
  },
  docs: { brief: texts.brief, fullDescription: texts.description },
});

function byteSize(input: string): number {
  const bytes = parseByteSize(input);
  if (bytes === undefined || bytes === 0) throw new RangeError(texts.noSize(input));
  return bytes;
}

function lineCount(input: string): number {
  const count = Number(input);
  if (!/^\d+$/.test(input) || count < 1 || !Number.isSafeInteger(count)) {
    throw new RangeError(texts.noCount(input));
  }
  return count;
}
