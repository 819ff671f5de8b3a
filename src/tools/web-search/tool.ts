import type { RuntimeTool } from "../../contract/tool.ts";
import { webSearchDefinition, type webSearchSchema } from "./definition.ts";
import type { SearchSettings } from "./types.ts";

/** The web_search tool over the configured provider; what connects is loaded with the first call. */
export function createWebSearchTool(settings: SearchSettings): RuntimeTool<typeof webSearchSchema> {
  return {
    def: webSearchDefinition,
    impl: {
      async execute(_ctx, input, signal) {
        const { runWebSearch } = await import("./run-web-search.ts");
        return runWebSearch(settings, input, signal);
      },
    },
    source: "builtin",
  };
}
