import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { writeTexts as texts } from "./texts.ts";

const schema = Type.Object(
  {
    path: Type.String({ minLength: 1, description: texts.parameters.path }),
    content: Type.String({ description: texts.parameters.content }),
  },
  { additionalProperties: false },
);

export type WriteInput = Static<typeof schema>;

/** What the model sees of `write`. */
export const writeDefinition: ToolDefinition<typeof schema> = {
  name: "write",
  label: "Write",
  description: texts.description(),
  schema,
  executionMode: "sequential",
  prepareArguments: (raw) =>
    mendArguments(raw, {
      aliases: { path: ["file_path", "filePath", "file", "filename"], content: ["contents", "text"] },
    }) as WriteInput,
};
