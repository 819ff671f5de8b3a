import type { FeatureKey } from "./features.ts";

/** The features of this installation, and the way to turn one on. */
export interface FeatureSwitches {
  isOn(key: FeatureKey): boolean;
  /**
   * Writes the setting into the configuration; it holds from the next turn on.
   * @returns the file. @throws Fault when it cannot be changed; it is as it was then.
   */
  enable(key: FeatureKey): Promise<string>;
}
