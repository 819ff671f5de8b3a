import { defineRuntimeTool } from "../../contract/define-tool.ts";
import type { GatedContext } from "../../contract/permission.ts";
import type { AnyTool } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { writeDefinition } from "./definition.ts";

/** The write tool of a turn; what does the work is loaded with the first call. */
export function createWriteTool(services: LocalServices): AnyTool {
  return defineRuntimeTool({
    ...writeDefinition,
    source: "builtin",
    execute: (ctx: GatedContext, input, signal) =>
      orFaultResult("write", async () => {
        const { runWrite } = await import("./run.ts");
        return runWrite({ services, ctx, input, signal });
      }),
  });
}
