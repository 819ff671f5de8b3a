import { defineRuntimeTool } from "../contract/define-tool.ts";
import { noParameters } from "../contract/no-parameters.ts";
import { textResult } from "../contract/results.ts";
import type { AnyTool } from "../contract/tool.ts";
import { texts } from "./texts.ts";
import type { Extension } from "./types.ts";

export const ENTER_PLAN_MODE = "EnterPlanMode";
export const EXIT_PLAN_MODE = "ExitPlanMode";

/** Offers the way into plan mode, or inside it the way out, to the authoritative main alone (30-catalog). */
export const planModeExtension: Extension = {
  id: "plan-mode",
  description: texts.planDescription,
  init({ turn, registerTool }) {
    if (turn.main) registerTool(turn.planMode ? exitPlanModeTool() : enterPlanModeTool());
  },
};

function enterPlanModeTool(): AnyTool {
  return waitingTool(ENTER_PLAN_MODE, texts.enterPlan, texts.enterPlanWaiting);
}

function exitPlanModeTool(): AnyTool {
  return waitingTool(EXIT_PLAN_MODE, texts.exitPlan, texts.exitPlanWaiting);
}

/** Takes nothing and ends the turn; `details.waiting_for_user` tells what the answer is about. */
function waitingTool(name: string, description: string, text: string): AnyTool {
  return defineRuntimeTool({
    name,
    description,
    schema: noParameters(),
    executionMode: "sequential",
    source: "builtin",
    prepareArguments: (raw) => (raw ?? {}) as Record<string, never>,
    execute: async () => textResult(name, text, { terminate: true, details: { waiting_for_user: true } }),
  });
}
