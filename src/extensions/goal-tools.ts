import { Type } from "@sinclair/typebox";
import { defineRuntimeTool } from "../contract/define-tool.ts";
import { textResult } from "../contract/results.ts";
import type { AnyTool } from "../contract/tool.ts";
import type { GoalState } from "./goal.ts";
import { texts } from "./texts.ts";

export const GOAL_GET = "goal_get";
export const GOAL_COMPLETE = "goal_complete";

/** The two goal tools, a source of their own: stage `goal` decides who gets them (30-catalog). */
export function goalTools(goal: GoalState): readonly AnyTool[] {
  return [goalGetTool(goal), goalCompleteTool(goal)];
}

function goalGetTool(goal: GoalState): AnyTool {
  return defineRuntimeTool({
    name: GOAL_GET,
    description: texts.goalGet,
    schema: Type.Object({}, { additionalProperties: false }),
    executionMode: "parallel",
    source: "builtin",
    prepareArguments: (raw) => (raw ?? {}) as Record<string, never>,
    execute: async () => {
      const { text, completed } = goal;
      return textResult(GOAL_GET, texts.goalState(text, completed), { details: { goal: text, completed } });
    },
  });
}

function goalCompleteTool(goal: GoalState): AnyTool {
  return defineRuntimeTool({
    name: GOAL_COMPLETE,
    description: texts.goalComplete,
    schema: Type.Object(
      { summary: Type.Optional(Type.String({ description: texts.goalSummary })) },
      { additionalProperties: false },
    ),
    executionMode: "sequential",
    source: "builtin",
    execute: async (_ctx, { summary }) => {
      const before = goal.completed;
      goal.completed = true;
      if (summary !== undefined) goal.summary = summary;
      const text = before ? texts.goalAlready : texts.goalCompleted;
      return textResult(GOAL_COMPLETE, text, { details: { goal: goal.text, completed: true } });
    },
  });
}
