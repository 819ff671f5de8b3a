import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { FEATURE_KEYS, type FeatureKey } from "./features.ts";
import { featureTexts as texts } from "./texts.ts";

const schema = Type.Object(
  {
    featureKey: Type.Unsafe<FeatureKey>({
      type: "string",
      enum: [...FEATURE_KEYS],
      description: texts.parameters.featureKey,
    }),
  },
  { additionalProperties: false },
);

export type FeatureInput = Static<typeof schema>;

/** What the model sees of `request_feature_enable`. */
export const featureEnableDefinition: ToolDefinition<typeof schema> = {
  name: "request_feature_enable",
  label: "Ask for a feature",
  description: texts.description(),
  schema,
  executionMode: "sequential",
  prepareArguments: (raw) =>
    mendArguments(raw, { aliases: { featureKey: ["feature_key", "feature", "key"] } }) as FeatureInput,
};
