import type { GatedContext } from "../../contract/permission.ts";
import type { RuntimeTool } from "../../contract/tool.ts";
import type { Searcher } from "../ripgrep/search.ts";
import type { LocalServices } from "../services.ts";
import { grepDefinition, type grepSchema } from "./definition.ts";

/** The grep tool of a turn; what searches is loaded with the first call. */
export function createGrepTool(services: LocalServices): RuntimeTool<typeof grepSchema, GatedContext> {
  let searcher: Promise<Searcher> | undefined;
  const load = async () => (await import("../ripgrep/search.ts")).createSearcher("grep", services);
  return {
    def: grepDefinition,
    impl: {
      async execute({ paths }, input, signal) {
        searcher ??= load();
        const [{ runGrep }, ready] = await Promise.all([import("./run-grep.ts"), searcher]);
        return ready.search(signal, (rg) => runGrep({ rg, paths, platform: services.platform }, input));
      },
    },
    source: "builtin",
  };
}
