import { defineRuntimeTool } from "../../contract/define-tool.ts";
import { textResult } from "../../contract/results.ts";
import type { AnyTool, ToolResult } from "../../contract/tool.ts";
import type { QuestionPort } from "../ask-user/types.ts";
import { orFaultResult } from "../files/fault-result.ts";
import { featureEnableDefinition } from "./definition.ts";
import type { FeatureKey } from "./features.ts";
import { featureTexts as texts } from "./texts.ts";
import type { FeatureSwitches } from "./types.ts";

const NAME = "request_feature_enable";

/** The request_feature_enable tool of a turn; `questions` where somebody can answer at once. */
export function createFeatureEnableTool(switches: FeatureSwitches, questions?: QuestionPort): AnyTool {
  return defineRuntimeTool({
    ...featureEnableDefinition,
    source: "builtin",
    execute: (_ctx, { featureKey }, signal) =>
      orFaultResult(NAME, async () => {
        if (switches.isOn(featureKey)) {
          return textResult(NAME, texts.isOn(featureKey), { details: { feature: featureKey, on: true } });
        }
        return askForFeature(featureKey, switches, questions, signal);
      }),
  });
}

async function askForFeature(
  key: FeatureKey,
  switches: FeatureSwitches,
  questions: QuestionPort | undefined,
  signal: AbortSignal | undefined,
): Promise<ToolResult> {
  const [{ askOrWait }, { featureAnswered, featureQuestion }] = await Promise.all([
    import("../ask-user/run.ts"),
    import("./answered.ts"),
  ]);
  const questionnaire = featureQuestion(key);
  return askOrWait({
    tool: NAME,
    questionnaire,
    questions,
    signal,
    onAnswered: async (answers) => {
      const done = await featureAnswered(questionnaire, answers, switches);
      const details = { feature: key, on: done?.turnedOn === true };
      return textResult(NAME, done?.text ?? "", { details });
    },
  });
}
