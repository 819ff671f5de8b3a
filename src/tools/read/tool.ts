import { bindTool, toRuntimeTool } from "../../contract/define-tool.ts";
import type { GatedContext } from "../../contract/permission.ts";
import type { AnyTool, ToolImpl, ToolResult } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { type ReadInput, readDefinition } from "./definition.ts";

@bindTool(readDefinition, "builtin")
class ReadTool implements ToolImpl<typeof readDefinition.schema, GatedContext> {
  readonly #services: LocalServices;

  constructor(services: LocalServices) {
    this.#services = services;
  }

  execute(ctx: GatedContext, input: ReadInput, signal?: AbortSignal): Promise<ToolResult> {
    return orFaultResult("read", async () => {
      const { runRead } = await import("./run.ts");
      return runRead({ services: this.#services, ctx, input, signal });
    });
  }
}

export function createReadTool(services: LocalServices): AnyTool {
  return toRuntimeTool(new ReadTool(services));
}
