import { Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
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

/** What the model sees of bash; the limits depend on whether background tasks are possible. */
export function bashDefinition(facts: DescribedShell): ToolDefinition<typeof bashSchema> {
  return {
    name: "bash",
    label: "Bash",
    description: describeBash(facts),
    schema: bashSchema,
    executionMode: "sequential",
  };
}
