import { texts } from "../../mcode-tools/connector/texts.ts";
import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { verbatim } from "./flag-parsers.ts";

/** For help and completions: the words behind it are read by the connector CLI itself (start-mcode-tools.ts). */
export const mcodeToolsCommand = buildCommand<Record<never, never>, string[], CliContext>({
  loader: async () => {
    const { runMcodeTools } = await import("./mcode-tools-run.ts");
    return async function (this: CliContext, _flags, ...words) {
      const passed = await runMcodeTools(words, {}, this.host);
      if (passed !== undefined) this.exitAs(passed);
    };
  },
  parameters: {
    positional: {
      kind: "array",
      parameter: {
        brief: "A command and its arguments",
        placeholder: "WORD",
        parse: verbatim,
      },
    },
  },
  docs: {
    brief: "The connector CLI: find, inspect and call connector tools",
    fullDescription: texts.help.trimEnd(),
  },
});
