import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { descriptions } from "./texts.ts";
import { TASK_STATES, type TaskState } from "./types.ts";

const taskId = Type.String({ minLength: 1, description: "The id that bash gave." });

export const querySchema = Type.Object(
  {
    task_id: Type.Optional(Type.String({ description: "Only this task." })),
    status: Type.Optional(
      Type.Unsafe<TaskState>({
        type: "string",
        enum: [...TASK_STATES],
        description: "Only tasks in this state.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const outputSchema = Type.Object(
  {
    task_id: taskId,
    offset: Type.Optional(Type.Integer({ minimum: 0, description: "The byte to start at." })),
    wait_ms: Type.Optional(Type.Integer({ minimum: 0, description: "Milliseconds to wait for new output." })),
  },
  { additionalProperties: false },
);

export const stopSchema = Type.Object(
  { task_id: taskId, reason: Type.Optional(Type.String({ description: "Why, in a few words." })) },
  { additionalProperties: false },
);

const ALIASES = { task_id: ["taskId", "id"] };

export const queryDefinition: ToolDefinition<typeof querySchema> = {
  name: "task_query",
  label: "Tasks",
  description: descriptions.task_query,
  schema: querySchema,
  prepareArguments: (raw) =>
    mendArguments(raw ?? {}, { aliases: ALIASES, optional: ["task_id", "status"] }) as Static<
      typeof querySchema
    >,
  executionMode: "parallel",
};

export const outputDefinition: ToolDefinition<typeof outputSchema> = {
  name: "task_output",
  label: "Task output",
  description: descriptions.task_output,
  schema: outputSchema,
  prepareArguments: (raw) =>
    mendArguments(raw, {
      aliases: ALIASES,
      integers: ["offset", "wait_ms"],
      optional: ["offset", "wait_ms"],
    }) as Static<typeof outputSchema>,
  executionMode: "parallel",
};

export const stopDefinition: ToolDefinition<typeof stopSchema> = {
  name: "task_stop",
  label: "Stop task",
  description: descriptions.task_stop,
  schema: stopSchema,
  prepareArguments: (raw) =>
    mendArguments(raw, { aliases: ALIASES, optional: ["reason"] }) as Static<typeof stopSchema>,
  executionMode: "sequential",
};
