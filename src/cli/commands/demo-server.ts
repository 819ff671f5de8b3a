import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";

/** Hidden: the MCP server of the tour, started by `run-turn --demo` itself. */
export const demoServerCommand = buildCommand<Record<never, never>, [], CliContext>({
  loader: async () => {
    const { serveDemo } = await import("../../mcp/demo-server.ts");
    return function (this: CliContext) {
      return serveDemo(this.host);
    };
  },
  parameters: {},
  docs: { brief: "The MCP server of the tour, over stdin and stdout" },
});
