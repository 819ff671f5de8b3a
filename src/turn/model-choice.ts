import type { ThinkingLevel } from "@earendil-works/pi-ai";
import type { Host } from "../config/host.ts";
import { expandPath } from "../config/paths.ts";
import type { ModelConfig } from "../config/types.ts";
import type { ModelFacts } from "../contract/model.ts";
import { DEFAULT_MAX_RETRIES, STALL_TIMEOUT_MS } from "./limits.ts";
import { createLiveModel } from "./live/model.ts";
import type { LiveModel } from "./live/resolve.ts";
import type { LiveStreamOptions } from "./live/stream.ts";
import type { TurnScript } from "./script/types.ts";
import type { TurnModel } from "./turn-input.ts";
import type { ExpectationReport } from "./types.ts";

/** Who answers in a turn, resolved and checked, before anything is started. `name` is as `--model` gives it. */
export type ModelChoice =
  | { readonly kind: "script"; readonly name: string; readonly script: TurnScript }
  | {
      readonly kind: "live";
      readonly name: string;
      readonly live: LiveModel;
      readonly maxRetries: number;
      readonly stallMs: number;
    };

export interface ChooseOptions {
  readonly host: Pick<Host, "cwd" | "home" | "env">;
  readonly models: Readonly<Record<string, ModelConfig>>;
  readonly thinking?: ThinkingLevel | "off";
  readonly maxRetries?: number;
  readonly stallMs?: number;
}

/**
 * The model of a name: `script:FILE`, an entry of `models:`, or `provider/id`.
 * @throws Fault (exit 2) for an unknown one, a missing key, a broken script.
 */
export async function chooseModel(name: string, options: ChooseOptions): Promise<ModelChoice> {
  const { host, models, thinking } = options;
  if (name.startsWith("script:")) {
    const { readScript } = await import("./script/read.ts");
    const file = name.slice("script:".length);
    return { kind: "script", name, script: await readScript(expandPath(file, host.cwd, host.home), file) };
  }
  const { resolveLiveModel } = await import("./live/resolve.ts");
  return {
    kind: "live",
    name,
    live: await resolveLiveModel(name, { models, env: host.env, thinking }),
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    stallMs: options.stallMs ?? STALL_TIMEOUT_MS,
  };
}

export function factsOfChoice(choice: ModelChoice): ModelFacts {
  return choice.kind === "live" ? choice.live.facts : choice.script.model;
}

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
