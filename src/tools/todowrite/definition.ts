import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { TODO_CHARACTERS, TODOS } from "./limits.ts";
import { todoTexts as texts } from "./texts.ts";
import { TODO_PRIORITIES, TODO_STATUSES } from "./todo-lists.ts";

const oneOf = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: "string", enum: [...values], description });

const schema = Type.Object(
  {
    todos: Type.Array(
      Type.Object(
        {
          content: Type.String({ maxLength: TODO_CHARACTERS, description: texts.parameters.content }),
          status: oneOf(TODO_STATUSES, texts.parameters.status),
          priority: oneOf(TODO_PRIORITIES, texts.parameters.priority),
        },
        { additionalProperties: false },
      ),
      { maxItems: TODOS, description: texts.parameters.todos },
    ),
  },
  { additionalProperties: false },
);

export type TodoWriteInput = Static<typeof schema>;

/** What the model sees of `todowrite`. */
export const todoWriteDefinition: ToolDefinition<typeof schema> = {
  name: "todowrite",
  label: "Task list",
  description: texts.description(),
  schema,
  executionMode: "sequential",
  prepareArguments: (raw) => mendArguments(raw, {}) as TodoWriteInput,
};
