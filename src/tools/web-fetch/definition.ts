import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { description } from "./texts.ts";

export const METHODS = ["GET", "HEAD"] as const;

export const webFetchSchema = Type.Object(
  {
    url: Type.String({ minLength: 1, description: "The absolute address, http or https." }),
    method: Type.Optional(
      Type.Unsafe<(typeof METHODS)[number]>({
        type: "string",
        enum: [...METHODS],
        description: "Default: GET.",
      }),
    ),
    prompt: Type.Optional(Type.String({ description: "Ignored: the text comes back as it is." })),
    fetch_mode: Type.Optional(Type.String({ description: "Ignored." })),
  },
  { additionalProperties: false },
);

export type WebFetchInput = Static<typeof webFetchSchema>;

export const webFetchDefinition: ToolDefinition<typeof webFetchSchema> = {
  name: "web_fetch",
  label: "Web fetch",
  description,
  schema: webFetchSchema,
  prepareArguments: (raw) =>
    mendArguments(raw, { optional: ["method", "prompt", "fetch_mode"] }) as WebFetchInput,
  executionMode: "parallel",
};
