import { defineRuntimeTool } from "../../contract/define-tool.ts";
import type { AnyTool } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import { memoryDefinition } from "./definition.ts";
import type { MemoryPlace } from "./types.ts";

/** The memory tool over one folder; what does the work is loaded with the first call. */
export function createMemoryTool({ folder }: MemoryPlace, platform: NodeJS.Platform): AnyTool {
  return defineRuntimeTool({
    ...memoryDefinition,
    source: "builtin",
    execute: (_ctx, input) =>
      orFaultResult("memory", async () => {
        const [{ MemoryStore }, { runMemory }] = await Promise.all([
          import("./store.ts"),
          import("./run.ts"),
        ]);
        return runMemory(new MemoryStore(folder, platform), input);
      }),
  });
}
