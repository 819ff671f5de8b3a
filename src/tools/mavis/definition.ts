import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { mavisTexts as texts } from "./texts.ts";

const schema = Type.Object(
  {
    command: Type.String({ minLength: 1, description: texts.parameters.command }),
    args: Type.Optional(Type.Object({}, { additionalProperties: true, description: texts.parameters.args })),
  },
  { additionalProperties: false },
);

export type MavisInput = Static<typeof schema>;

/** What the model sees of `mavis`. */
export const mavisDefinition: ToolDefinition<typeof schema> = {
  name: "mavis",
  label: "Agents, sessions, servers",
  description: texts.description(),
  schema,
  executionMode: "sequential",
  prepareArguments: (raw) => {
    const mended = mendArguments(raw, {
      aliases: { args: ["arguments", "params"] },
      optional: ["args"],
    }) as MavisInput;
    // The object comes as a text from some models.
    const { args } = (mended ?? {}) as { args?: unknown };
    return typeof args === "string"
      ? { ...mended, args: mendArguments(args, {}) as MavisInput["args"] }
      : mended;
  },
};
