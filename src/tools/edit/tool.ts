import { bindTool, toRuntimeTool } from "../../contract/define-tool.ts";
import type { GatedContext } from "../../contract/permission.ts";
import type { AnyTool, ToolImpl, ToolResult } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { type EditInput, editDefinition } from "./definition.ts";

@bindTool(editDefinition, "builtin")
class EditTool implements ToolImpl<typeof editDefinition.schema, GatedContext> {
  readonly #services: LocalServices;

  constructor(services: LocalServices) {
    this.#services = services;
  }

  execute(ctx: GatedContext, input: EditInput, signal?: AbortSignal): Promise<ToolResult> {
    return orFaultResult("edit", async () => {
      const { runEdit } = await import("./run.ts");
      return runEdit({ services: this.#services, ctx, input, signal });
    });
  }
}

export function createEditTool(services: LocalServices): AnyTool {
  return toRuntimeTool(new EditTool(services));
}
