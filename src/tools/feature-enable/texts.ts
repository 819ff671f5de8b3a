import { FEATURE_KEYS, FEATURES, type FeatureKey } from "./features.ts";

/** The labels of the question, which answers are told by. */
export const YES = "Turn it on";
export const NO = "Leave it off";

/** Every sentence of request_feature_enable. */
export const featureTexts = {
  description: () =>
    [
      "Asks the user to turn on a feature of this program that is off. Use it only when the task needs it.",
      ...FEATURE_KEYS.map((key) => `- ${key}: ${FEATURES[key].what}`),
      "Once turned on, it is there from the next turn on, not in this one.",
    ].join("\n"),
  parameters: { featureKey: `One of ${FEATURE_KEYS.join(", ")}.` },
  isOn: (key: FeatureKey) =>
    `"${key}" is on already: ${FEATURES[key].what}. If its tools are not in this turn, something else keeps them ` +
    "out: the agent, its role, or the host.",
  title: "A feature is asked for",
  question: (key: FeatureKey) =>
    `Turn on ${FEATURES[key].what}? It sets ${FEATURES[key].setting.join(".")} in the configuration.`,
  yes: "From the next turn on",
  no: "The work goes on without it",
  turnedOn: (key: FeatureKey, file: string) =>
    `The user turned "${key}" on (${file}). It is there from the next turn on.`,
  refused: (key: FeatureKey) => `The user leaves "${key}" off. Go on without it and do not ask again.`,
  ownWords: (key: FeatureKey, text: string) =>
    `"${key}" stays off. The user answered in their own words: ${text}`,
};
