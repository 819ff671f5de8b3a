import { defineRuntimeTool } from "../../contract/define-tool.ts";
import type { GatedContext } from "../../contract/permission.ts";
import type { AnyTool } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { editDefinition } from "./definition.ts";

/** The edit tool of a turn; what does the work is loaded with the first call. */
export function createEditTool(services: LocalServices): AnyTool {
  return defineRuntimeTool({
    ...editDefinition,
    source: "builtin",
    execute: (ctx: GatedContext, input, signal) =>
      orFaultResult("edit", async () => {
        const { runEdit } = await import("./run.ts");
        return runEdit({ services, ctx, input, signal });
      }),
  });
}
