import { defineRuntimeTool } from "../../contract/define-tool.ts";
import type { AnyTool } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { mavisDefinition } from "./definition.ts";
import type { MavisStores } from "./types.ts";

/** The mavis tool over the local stores; what does the work is loaded with the first call. */
export function createMavisTool(stores: MavisStores, services: LocalServices): AnyTool {
  return defineRuntimeTool({
    ...mavisDefinition,
    source: "builtin",
    execute: (ctx, input) =>
      orFaultResult("mavis", async () => {
        const { runMavis } = await import("./run.ts");
        return runMavis({ stores, platform: services.platform, ctx, now: services.now }, input);
      }),
  });
}
