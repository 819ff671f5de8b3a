import type { GatedContext } from "../../contract/permission.ts";
import type { RuntimeTool } from "../../contract/tool.ts";
import type { LeftOut } from "../ripgrep/left-out.ts";
import type { Searcher } from "../ripgrep/search.ts";
import type { LocalServices } from "../services.ts";
import { grepDefinition, type grepSchema } from "./definition.ts";

/** The grep tool of a turn; what searches is loaded with the first call. */
export function createGrepTool(services: LocalServices): RuntimeTool<typeof grepSchema, GatedContext> {
  let ready: Promise<{ searcher: Searcher; leftOut: LeftOut }> | undefined;
  const load = async () => {
    const [{ createSearcher }, { LeftOut }] = await Promise.all([
      import("../ripgrep/search.ts"),
      import("../ripgrep/left-out.ts"),
    ]);
    return { searcher: await createSearcher("grep", services), leftOut: new LeftOut() };
  };
  return {
    def: grepDefinition,
    impl: {
      async execute({ paths }, input, signal) {
        ready ??= load();
        const [{ runGrep }, { searcher, leftOut }] = await Promise.all([import("./run-grep.ts"), ready]);
        const { platform } = services;
        return searcher.search(signal, (rg) => runGrep({ rg, paths, platform, leftOut }, input));
      },
    },
    source: "builtin",
  };
}
