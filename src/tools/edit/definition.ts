import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { editTexts as texts } from "./texts.ts";

const schema = Type.Object(
  {
    file_path: Type.String({ minLength: 1, description: texts.parameters.file_path }),
    old_string: Type.String({ description: texts.parameters.old_string }),
    new_string: Type.String({ description: texts.parameters.new_string }),
    replace_all: Type.Optional(Type.Boolean({ description: texts.parameters.replace_all })),
  },
  { additionalProperties: false },
);

export type EditInput = Static<typeof schema>;

/** What the model sees of `edit`. */
export const editDefinition: ToolDefinition<typeof schema> = {
  name: "edit",
  label: "Edit",
  description: texts.description(),
  schema,
  executionMode: "sequential",
  prepareArguments: (raw) =>
    mendArguments(raw, {
      aliases: {
        file_path: ["path", "filePath", "file", "filename"],
        old_string: ["oldString", "old_str", "oldText", "old_text"],
        new_string: ["newString", "new_str", "newText", "new_text"],
        replace_all: ["replaceAll"],
      },
      booleans: ["replace_all"],
      optional: ["replace_all"],
    }) as EditInput,
};
