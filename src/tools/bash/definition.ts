import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { type MendRules, mendArguments } from "../files/mend-arguments.ts";
import { MIN_TIMEOUT_S } from "./limits.ts";
import { type DescribedShell, describeBash } from "./texts.ts";

export const bashSchema = Type.Object(
  {
    command: Type.String({ description: "The command line, as bash reads it." }),
    description: Type.Optional(Type.String({ description: "What the command does, in a few words." })),
    timeout: Type.Optional(
      Type.Number({ minimum: MIN_TIMEOUT_S, description: "Seconds until the command is ended." }),
    ),
    run_in_background: Type.Optional(
      Type.Boolean({ description: "Start it as a background task and return its id at once." }),
    ),
  },
  { additionalProperties: false },
);

export type BashInput = Static<typeof bashSchema>;

const MEND: MendRules = {
  aliases: { command: ["cmd"] },
  integers: ["timeout"],
  booleans: ["run_in_background"],
  optional: ["description", "timeout", "run_in_background"],
};

/** What the model sees of bash; the limits depend on whether background tasks are possible. */
export function bashDefinition(facts: DescribedShell): ToolDefinition<typeof bashSchema> {
  return {
    name: "bash",
    label: "Bash",
    description: describeBash(facts),
    schema: bashSchema,
    prepareArguments: (raw) => mendArguments(raw, MEND) as BashInput,
    executionMode: "sequential",
  };
}
