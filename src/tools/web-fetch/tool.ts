import type { RuntimeTool } from "../../contract/tool.ts";
import type { ArtifactStore } from "../../output/artifacts/types.ts";
import { webFetchDefinition, type webFetchSchema } from "./definition.ts";

export interface WebFetchServices {
  readonly artifacts: ArtifactStore;
  /** `tools.webFetch.allow`: CIDRs and hosts that may be reached although they are not global. */
  readonly allow: readonly string[];
}

/** The web_fetch tool; what connects is loaded with the first call. */
export function createWebFetchTool(services: WebFetchServices): RuntimeTool<typeof webFetchSchema> {
  return {
    def: webFetchDefinition,
    impl: {
      async execute(ctx, input, signal) {
        const { runWebFetch } = await import("./run-web-fetch.ts");
        return runWebFetch({ ...services, toolCallId: ctx.toolCallId ?? ctx.turnId, signal }, input);
      },
    },
    source: "builtin",
  };
}
