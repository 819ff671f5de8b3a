import type { Answer, Questionnaire } from "../ask-user/types.ts";
import { FEATURE_KEYS, type FeatureKey } from "./features.ts";
import { NO, featureTexts as texts, YES } from "./texts.ts";
import type { FeatureSwitches } from "./types.ts";

/** The question whether a feature shall be turned on. */
export function featureQuestion(key: FeatureKey): Questionnaire {
  return {
    title: texts.title,
    requires_explicit_response: true,
    feature: key,
    questions: [
      {
        question: texts.question(key),
        selection_mode: "single",
        options: [
          { label: YES, description: texts.yes, recommended: false },
          { label: NO, description: texts.no, recommended: false },
        ],
      },
    ],
  };
}

export interface FeatureAnswer {
  /** For the model. */
  readonly text: string;
  readonly feature: FeatureKey;
  readonly turnedOn: boolean;
}

/**
 * Does what the user answered to a question for a feature; nothing but the option itself turns it on.
 * @returns undefined when the questionnaire is not about a feature that there is.
 * @throws Fault when the configuration cannot be changed.
 */
export async function featureAnswered(
  { feature }: Questionnaire,
  answers: readonly Answer[],
  switches: FeatureSwitches,
): Promise<FeatureAnswer | undefined> {
  const key = FEATURE_KEYS.find((known) => known === feature);
  if (key === undefined) return undefined;
  const [answer] = answers;
  if (answer?.selected.includes(YES)) {
    return { text: texts.turnedOn(key, await switches.enable(key)), feature: key, turnedOn: true };
  }
  const text = answer?.text === undefined ? texts.refused(key) : texts.ownWords(key, answer.text);
  return { text, feature: key, turnedOn: false };
}
