import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { type MendRules, mendArguments } from "../files/mend-arguments.ts";
import { DEFAULT_LIMIT, MAX_CONTEXT } from "./limits.ts";
import { description } from "./texts.ts";

export const OUTPUT_MODES = ["files_with_matches", "content", "count"] as const;
export type OutputMode = (typeof OUTPUT_MODES)[number];

export const grepSchema = Type.Object(
  {
    pattern: Type.String({ minLength: 1, description: "What to search for." }),
    path: Type.Optional(Type.String({ description: "A folder or a file; default: the workspace." })),
    glob: Type.Optional(Type.String({ description: "Only files that this glob matches." })),
    output_mode: Type.Optional(
      Type.Unsafe<OutputMode>({
        type: "string",
        enum: [...OUTPUT_MODES],
        description: "What comes back; default: files_with_matches.",
      }),
    ),
    ignoreCase: Type.Optional(Type.Boolean({ description: "Upper and lower case are the same." })),
    literal: Type.Optional(Type.Boolean({ description: "The pattern is plain text." })),
    context: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_CONTEXT, description: "Lines around each match." }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: `At most so many matches or files (default ${DEFAULT_LIMIT}).`,
      }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, description: "Leave out so many matches or files first." }),
    ),
  },
  { additionalProperties: false },
);

export type GrepInput = Static<typeof grepSchema>;

const MEND: MendRules = {
  aliases: { ignoreCase: ["ignore_case", "-i"], context: ["-C"], output_mode: ["outputMode", "mode"] },
  integers: ["context", "limit", "offset"],
  booleans: ["ignoreCase", "literal"],
  optional: ["path", "glob", "output_mode", "ignoreCase", "literal", "context", "limit", "offset"],
};

export const grepDefinition: ToolDefinition<typeof grepSchema> = {
  name: "grep",
  label: "Grep",
  description,
  schema: grepSchema,
  prepareArguments: (raw) => mendArguments(raw, MEND) as GrepInput,
  executionMode: "parallel",
};
