import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { targetsOf } from "./combinations.ts";
import { TOPIC_DESCRIPTION_CHARACTERS } from "./limits.ts";
import { memoryTexts as texts } from "./texts.ts";
import { MEMORY_OPERATIONS, MEMORY_TARGETS, type MemoryOperation, type MemoryTarget } from "./types.ts";

const { parameters } = texts;
const optionalText = (description: string) => Type.Optional(Type.String({ description }));

const schema = Type.Object(
  {
    target: Type.Unsafe<MemoryTarget>({
      type: "string",
      enum: [...MEMORY_TARGETS],
      description: parameters.target,
    }),
    operation: Type.Unsafe<MemoryOperation>({
      type: "string",
      enum: [...MEMORY_OPERATIONS],
      description: parameters.operation,
    }),
    topicName: optionalText(parameters.topicName),
    description: Type.Optional(
      Type.String({ maxLength: TOPIC_DESCRIPTION_CHARACTERS, description: parameters.description }),
    ),
    query: optionalText(parameters.query),
    content: optionalText(parameters.content),
    oldString: optionalText(parameters.oldString),
    newString: optionalText(parameters.newString),
    replaceAll: Type.Optional(Type.Boolean({ description: parameters.replaceAll })),
    reason: optionalText(parameters.reason),
  },
  { additionalProperties: false },
);

export type MemoryInput = Static<typeof schema>;

/** What the model sees of `memory`. */
export const memoryDefinition: ToolDefinition<typeof schema> = {
  name: "memory",
  label: "Memory",
  description: texts.description(targetsOf),
  schema,
  executionMode: "sequential",
  prepareArguments: (raw) => withoutFillers(raw) as MemoryInput,
};

/** Models fill in every parameter: what is empty and belongs to another operation is no parameter at all. */
function withoutFillers(raw: unknown): unknown {
  const mended = mendArguments(raw, {
    aliases: {
      topicName: ["topic_name", "topic", "name"],
      oldString: ["old_string"],
      newString: ["new_string"],
      replaceAll: ["replace_all"],
    },
    booleans: ["replaceAll"],
    optional: ["topicName", "description", "query", "oldString", "replaceAll", "reason"],
  });
  if (typeof mended !== "object" || mended === null || Array.isArray(mended)) return mended;
  const given = mended as Record<string, unknown>;
  const { operation } = given;
  const filler = (name: string, value: unknown) =>
    value === null ||
    (name === "newString" && value === "" && operation !== "edit") ||
    (name === "content" && value === "" && operation !== "write") ||
    (name === "replaceAll" && value === false && operation !== "edit");
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !filler(name, value)));
}
