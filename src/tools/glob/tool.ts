import type { GatedContext } from "../../contract/permission.ts";
import type { RuntimeTool } from "../../contract/tool.ts";
import type { Searcher } from "../ripgrep/search.ts";
import type { LocalServices } from "../services.ts";
import { globDefinition, type globSchema } from "./definition.ts";

/** The glob tool of a turn; what searches is loaded with the first call. */
export function createGlobTool(services: LocalServices): RuntimeTool<typeof globSchema, GatedContext> {
  let searcher: Promise<Searcher> | undefined;
  const load = async () => (await import("../ripgrep/search.ts")).createSearcher("glob", services);
  return {
    def: globDefinition,
    impl: {
      async execute({ paths }, input, signal) {
        searcher ??= load();
        const [{ runGlob }, ready] = await Promise.all([import("./run-glob.ts"), searcher]);
        return ready.search(signal, (rg) => runGlob({ rg, paths, platform: services.platform }, input));
      },
    },
    source: "builtin",
  };
}
