import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { description } from "./texts.ts";

export const REVIEW_MODES = ["inline", "subagent"] as const;
export type ReviewMode = (typeof REVIEW_MODES)[number];

export const codeReviewSchema = Type.Object(
  {
    request: Type.String({ minLength: 1, description: "What to look at, and what for." }),
    mode: Type.Optional(
      Type.Unsafe<ReviewMode>({
        type: "string",
        enum: [...REVIEW_MODES],
        description: "Who reviews: you (inline) or another agent (subagent).",
      }),
    ),
  },
  { additionalProperties: false },
);

export type CodeReviewInput = Static<typeof codeReviewSchema>;

export const codeReviewDefinition: ToolDefinition<typeof codeReviewSchema> = {
  name: "code_review",
  label: "Code review",
  description,
  schema: codeReviewSchema,
  prepareArguments: (raw) => mendArguments(raw, { optional: ["mode"] }) as CodeReviewInput,
  executionMode: "sequential",
};
