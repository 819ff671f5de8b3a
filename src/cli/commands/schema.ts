import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { documentFlags, type GlobalFlags } from "../global-flags.ts";
import { SCHEMAS } from "../schemas/registry.ts";
import { text } from "./flag-parsers.ts";

export const schemaCommand = buildCommand<GlobalFlags, string[], CliContext>({
  loader: async () => (await import("./schema-run.ts")).runSchema,
  parameters: {
    flags: documentFlags,
    positional: {
      kind: "array",
      parameter: {
        brief: "Name of a schema, or the words of a command",
        placeholder: "NAME",
        parse: text,
        proposeCompletions: () => SCHEMAS.map(({ name }) => name),
      },
    },
  },
  docs: {
    brief: "JSON Schemas of the files and of every JSON output",
    fullDescription: [
      "Prints the JSON Schema of a file that turnkit reads, or of the JSON document of a command.",
      "Without a name it lists them.",
      "",
      "Examples:",
      "  turnkit schema",
      "  turnkit schema config > config.schema.json",
      "  turnkit schema catalog explain",
    ].join("\n"),
  },
});
