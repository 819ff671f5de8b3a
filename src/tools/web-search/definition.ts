import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { MAX_COUNT, MAX_QUERY_CHARACTERS } from "./limits.ts";
import { description } from "./texts.ts";
import { TIME_RANGES, type TimeRange } from "./types.ts";

export const webSearchSchema = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: MAX_QUERY_CHARACTERS, description: "What to search for." }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_COUNT, description: "How many results." })),
    time_range: Type.Optional(
      Type.Unsafe<TimeRange>({
        type: "string",
        enum: [...TIME_RANGES],
        description: "Only results of this time.",
      }),
    ),
  },
  { additionalProperties: false },
);

export type WebSearchInput = Static<typeof webSearchSchema>;

export const webSearchDefinition: ToolDefinition<typeof webSearchSchema> = {
  name: "web_search",
  label: "Web search",
  description,
  schema: webSearchSchema,
  prepareArguments: (raw) =>
    mendArguments(raw, {
      aliases: { query: ["q"], count: ["max_results", "num_results"] },
      integers: ["count"],
      optional: ["count", "time_range"],
    }) as WebSearchInput,
  executionMode: "parallel",
};
