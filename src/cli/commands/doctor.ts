import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { doctorTexts as texts } from "../doctor/texts.ts";
import { documentFlags, type GlobalFlags } from "../global-flags.ts";

export const doctorCommand = buildCommand<GlobalFlags, [], CliContext>({
  loader: async () => (await import("./doctor-run.ts")).runDoctor,
  parameters: { flags: documentFlags },
  docs: { brief: texts.brief, fullDescription: texts.description },
});
