import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { agentList } from "./agent-list.ts";
import { taskTexts as texts } from "./texts.ts";
import { type ChildAgent, EFFORTS, type Effort } from "./types.ts";

const { parameters } = texts;

export const taskSchema = Type.Object(
  {
    description: Type.String({ minLength: 1, description: parameters.description }),
    prompt: Type.String({ minLength: 1, description: parameters.prompt }),
    agent_name: Type.String({ minLength: 1, description: parameters.agentName }),
    model: Type.Optional(Type.String({ description: parameters.model })),
    effort: Type.Optional(
      Type.Unsafe<Effort>({ type: "string", enum: [...EFFORTS], description: parameters.effort }),
    ),
    run_in_background: Type.Optional(Type.Boolean({ description: parameters.background })),
  },
  { additionalProperties: false },
);

export const appendSchema = Type.Object(
  {
    task_id: Type.String({ minLength: 1, description: parameters.taskId }),
    content: Type.String({ minLength: 1, description: parameters.content }),
  },
  { additionalProperties: false },
);

/** What the model sees of `task`; the agents that there are stand in its description. */
export function taskDefinition(agents: readonly ChildAgent[]): ToolDefinition<typeof taskSchema> {
  return {
    name: "task",
    label: "Delegate",
    description: texts.task(agentList(agents)),
    schema: taskSchema,
    executionMode: "sequential",
    prepareArguments: (raw) =>
      mendArguments(raw, {
        aliases: { agent_name: ["subagent_type", "agent", "agentName"] },
        booleans: ["run_in_background"],
        optional: ["model", "effort", "run_in_background"],
      }) as Static<typeof taskSchema>,
  };
}

export const appendDefinition: ToolDefinition<typeof appendSchema> = {
  name: "task_append",
  label: "Say more to a task",
  description: texts.append,
  schema: appendSchema,
  executionMode: "sequential",
  prepareArguments: (raw) =>
    mendArguments(raw, {
      aliases: { task_id: ["taskId", "id"], content: ["message", "prompt"] },
    }) as Static<typeof appendSchema>,
};
