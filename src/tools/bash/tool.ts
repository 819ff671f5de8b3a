import type { GatedContext } from "../../contract/permission.ts";
import type { RuntimeTool } from "../../contract/tool.ts";
import type { LocalServices } from "../services.ts";
import type { BashRunner } from "./bash-runner.ts";
import { bashDefinition, type bashSchema } from "./definition.ts";

/** The bash tool of a turn; what runs commands is loaded with the first call. */
export function createBashTool(services: LocalServices): RuntimeTool<typeof bashSchema, GatedContext> {
  let runner: Promise<BashRunner> | undefined;
  const load = async () => {
    const { createBashRunner } = await import("./bash-runner.ts");
    return createBashRunner(services);
  };
  return {
    def: bashDefinition({
      platform: services.platform,
      tasks: services.tasks !== undefined,
      handOver: services.handOver === true,
    }),
    impl: {
      async execute(ctx, input, signal, onUpdate) {
        runner ??= load();
        return (await runner).run({ ctx, input, signal, onUpdate });
      },
    },
    source: "builtin",
  };
}
