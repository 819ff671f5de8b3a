import { defineRuntimeTool } from "../../contract/define-tool.ts";
import type { AnyTool } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { askUserDefinition } from "./definition.ts";

/** The ask_user tool of a turn; what does the work is loaded with the first call. */
export function createAskUserTool(services: LocalServices): AnyTool {
  return defineRuntimeTool({
    ...askUserDefinition,
    source: "builtin",
    execute: (_ctx, input, signal) =>
      orFaultResult("ask_user", async () => {
        const [{ askOrWait }, { questionnaireOf }] = await Promise.all([
          import("./run.ts"),
          import("./questionnaire.ts"),
        ]);
        const questionnaire = questionnaireOf(input);
        return askOrWait({ tool: "ask_user", questionnaire, questions: services.questions, signal });
      }),
  });
}
