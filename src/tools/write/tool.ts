import { bindTool, toRuntimeTool } from "../../contract/define-tool.ts";
import type { GatedContext } from "../../contract/permission.ts";
import type { AnyTool, ToolImpl, ToolResult } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { type WriteInput, writeDefinition } from "./definition.ts";

@bindTool(writeDefinition, "builtin")
class WriteTool implements ToolImpl<typeof writeDefinition.schema, GatedContext> {
  readonly #services: LocalServices;

  constructor(services: LocalServices) {
    this.#services = services;
  }

  execute(ctx: GatedContext, input: WriteInput, signal?: AbortSignal): Promise<ToolResult> {
    return orFaultResult("write", async () => {
      const { runWrite } = await import("./run.ts");
      return runWrite({ services: this.#services, ctx, input, signal });
    });
  }
}

export function createWriteTool(services: LocalServices): AnyTool {
  return toRuntimeTool(new WriteTool(services));
}
