import type { Config } from "../config/types.ts";
import { FEATURES } from "../tools/feature-enable/features.ts";
import type { FeatureSwitches } from "../tools/feature-enable/types.ts";

/** The features of a configuration; turning one on changes its file, and nothing else in it. */
export function featureSwitches(config: Config, file: string, platform: NodeJS.Platform): FeatureSwitches {
  return {
    isOn: (key) => valueAt(config, FEATURES[key].setting) === true,
    enable: async (key) => {
      const { setInConfig } = await import("../config/change-config.ts");
      await setInConfig(file, FEATURES[key].setting, true, platform);
      return file;
    },
  };
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    root,
  );
}
