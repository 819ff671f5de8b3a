import type { Command } from "@stricli/core";
import { ExitCode } from "../output/exit-codes.ts";
import { Fault } from "../output/fault.ts";
import type { CliContext } from "./context.ts";
import { texts } from "./texts.ts";

/**
 * The command with `--json` and `--format json` as one: its function finds `json` set for either, and never runs
 * when the two ask for different formats.
 */
export function withOneFormat(command: Command<CliContext>): Command<CliContext> {
  return {
    ...command,
    loader: async () => {
      const loaded = await command.loader();
      const run = "default" in loaded ? loaded.default : loaded;
      return function (this: CliContext, flags, ...args) {
        return run.call(this, oneFormat(flags), ...args);
      };
    },
  };
}

function oneFormat<Flags extends { readonly json?: boolean; readonly format?: unknown }>(
  flags: Flags,
): Flags {
  const { json, format } = flags;
  if (format === "json") return { ...flags, json: true };
  if (json !== true || format === undefined) return flags;
  throw new Fault("format_conflict", {
    what: texts.formatConflict(String(format)),
    where: "--format",
    hint: texts.formatConflictHint,
    exit: ExitCode.usage,
  });
}
