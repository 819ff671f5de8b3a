import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { readTexts as texts } from "./texts.ts";

const schema = Type.Object(
  {
    path: Type.String({ minLength: 1, description: texts.parameters.path }),
    offset: Type.Optional(Type.Integer({ minimum: 1, description: texts.parameters.offset })),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: texts.parameters.limit })),
    pages: Type.Optional(Type.String({ description: texts.parameters.pages })),
  },
  { additionalProperties: false },
);

export type ReadInput = Static<typeof schema>;

/** What the model sees of `read`. */
export const readDefinition: ToolDefinition<typeof schema> = {
  name: "read",
  label: "Read",
  description: texts.description(),
  schema,
  executionMode: "parallel",
  prepareArguments: (raw) =>
    mendArguments(raw, {
      aliases: { path: ["file_path", "filePath", "file", "filename"] },
      integers: ["offset", "limit"],
      strings: ["pages"],
      optional: ["offset", "limit", "pages"],
    }) as ReadInput,
};
