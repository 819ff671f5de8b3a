import type { Host } from "../../config/host.ts";
import type { ModelFacts } from "../../contract/model.ts";
import type { ArtifactStore } from "../../output/artifacts/types.ts";
import type { LocalServices } from "../../tools/services.ts";

/**
 * The part of the services that definitions are made of. A listing calls no tool, so nothing is started,
 * opened or looked for, and what only calls need is not there.
 */
export function listingServices(host: Host, workspace: string, model: ModelFacts): LocalServices {
  const known: Pick<LocalServices, "workspace" | "home" | "platform" | "model" | "artifacts" | "now"> = {
    workspace,
    home: host.home,
    platform: host.platform,
    model,
    artifacts: NO_ARTIFACTS,
    now: () => host.now(),
  };
  return known as LocalServices;
}

const NO_ARTIFACTS: ArtifactStore = {
  begin: () => ({ write: () => {}, publish: async () => undefined, discard: () => {} }),
  store: async () => undefined,
};
