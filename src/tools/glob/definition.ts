import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { type MendRules, mendArguments } from "../files/mend-arguments.ts";
import { DEFAULT_LIMIT } from "./limits.ts";
import { description } from "./texts.ts";

export const SORTS = ["none", "modified"] as const;

export const globSchema = Type.Object(
  {
    pattern: Type.String({ minLength: 1, description: "The glob pattern." }),
    path: Type.Optional(Type.String({ description: "The folder to search; default: the workspace." })),
    include_ignored: Type.Optional(Type.Boolean({ description: "Also files that ignore files hide." })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, description: `At most so many files (default ${DEFAULT_LIMIT}).` }),
    ),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: "Leave out so many files first." })),
    sort: Type.Optional(
      Type.Unsafe<(typeof SORTS)[number]>({
        type: "string",
        enum: [...SORTS],
        description: "none: by path. modified: newest change first.",
      }),
    ),
  },
  { additionalProperties: false },
);

export type GlobInput = Static<typeof globSchema>;

const MEND: MendRules = {
  integers: ["limit", "offset"],
  booleans: ["include_ignored"],
  optional: ["path", "include_ignored", "limit", "offset", "sort"],
};

export const globDefinition: ToolDefinition<typeof globSchema> = {
  name: "glob",
  label: "Glob",
  description,
  schema: globSchema,
  prepareArguments: (raw) => mendArguments(raw, MEND) as GlobInput,
  executionMode: "parallel",
};
