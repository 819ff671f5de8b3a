import { defineRuntimeTool } from "../../contract/define-tool.ts";
import type { GatedContext } from "../../contract/permission.ts";
import type { AnyTool } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { readDefinition } from "./definition.ts";

/** The read tool of a turn; what does the work is loaded with the first call. */
export function createReadTool(services: LocalServices): AnyTool {
  return defineRuntimeTool({
    ...readDefinition,
    source: "builtin",
    execute: (ctx: GatedContext, input, signal) =>
      orFaultResult("read", async () => {
        const { runRead } = await import("./run.ts");
        return runRead({ services, ctx, input, signal });
      }),
  });
}
