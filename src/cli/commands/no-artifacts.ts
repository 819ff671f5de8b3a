import type { ArtifactStore } from "../../output/artifacts/types.ts";

/** For listings: no tool is called, so nothing is ever stored. */
export const NO_ARTIFACTS: ArtifactStore = {
  begin: () => ({
    write: () => {},
    read: () => new Uint8Array(0),
    publish: async () => undefined,
    discard: () => {},
  }),
  store: async () => undefined,
};
