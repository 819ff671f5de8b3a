import type { FolderOrUrl } from "../../config/types.ts";
import { defineRuntimeTool } from "../../contract/define-tool.ts";
import type { GatedContext } from "../../contract/permission.ts";
import type { AnyTool } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { websiteDeployDefinition } from "./definition.ts";

/** The website_deploy tool over one target; what does the work is loaded with the first call. */
export function createWebsiteDeployTool(target: FolderOrUrl, services: LocalServices): AnyTool {
  return defineRuntimeTool({
    ...websiteDeployDefinition,
    source: "builtin",
    execute: (ctx: GatedContext, input, signal) =>
      orFaultResult("website_deploy", async () => {
        const { runDeploy } = await import("./run.ts");
        const { platform, dataDir } = services;
        return runDeploy({ target, platform, dataDir, ctx, input, now: services.now(), signal });
      }),
  });
}
