import { createLiveModel } from "./live/model.ts";
import type { LiveModel } from "./live/resolve.ts";
import type { LiveStreamOptions } from "./live/stream.ts";
import type { TurnScript } from "./script/types.ts";
import type { TurnModel } from "./turn-input.ts";
import type { ExpectationReport } from "./types.ts";

/** Who answers in a turn, resolved and checked, before anything is started. */
export type ModelChoice =
  | { readonly kind: "script"; readonly name: string; readonly script: TurnScript }
  | {
      readonly kind: "live";
      /** As `--model` named it. */
      readonly name: string;
      readonly live: LiveModel;
      readonly maxRetries: number;
      readonly stallMs: number;
    };

export interface ModelOptions extends Pick<LiveStreamOptions, "onRetry" | "now"> {
  readonly workspace: string;
}

/** The model of a turn; `report` only for a script, which checks its expectations. */
export async function modelOf(
  choice: ModelChoice,
  options: ModelOptions,
): Promise<TurnModel & { report?: () => ExpectationReport }> {
  if (choice.kind === "live") return createLiveModel(choice.live, { ...choice, ...options });
  const { createScriptModel } = await import("./script/model.ts");
  return createScriptModel(choice.script, options);
}
