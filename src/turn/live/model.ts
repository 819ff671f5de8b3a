import type { TurnModel } from "../turn-input.ts";
import type { LiveModel } from "./resolve.ts";
import { createLiveStream, type LiveStreamOptions } from "./stream.ts";

/** The model of a turn that asks a provider. */
export function createLiveModel(
  live: LiveModel,
  options: Pick<LiveStreamOptions, "maxRetries" | "stallMs" | "onRetry" | "now">,
): TurnModel {
  return {
    facts: live.facts,
    pi: live.pi,
    live: true,
    priced: live.priced,
    ...(live.thinking === undefined ? {} : { thinking: live.thinking }),
    stream: createLiveStream({ ...options, api: live.api, apiKey: live.apiKey }),
  };
}
