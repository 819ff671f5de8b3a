import { Readable, Writable } from "node:stream";
import type { Host } from "../config/host.ts";
import { VERSION } from "../config/version.ts";

/** Clearances that the harbours of the tour ask for, in metres. */
const HARBOURS: Readonly<Record<string, number>> = { Brest: 1.5, Kiel: 1, 上海: 2 };

const RULES_TOOL = {
  name: "rules",
  description: "The rules of a harbour: the clearance under the keel that it asks for.",
  inputSchema: {
    type: "object" as const,
    properties: { harbour: { type: "string", enum: Object.keys(HARBOURS) } },
    required: ["harbour"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object" as const,
    properties: { harbour: { type: "string" }, clearance: { type: "number" } },
    required: ["harbour", "clearance"],
  },
  annotations: { readOnlyHint: true },
};

/** The tiny MCP server of `run-turn --demo`, over stdin and stdout, until stdin ends. */
export async function serveDemo(host: Pick<Host, "stdin" | "stdout">): Promise<void> {
  const [{ Server }, { StdioServerTransport }, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/index.js"),
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  const server = new Server({ name: "harbour", version: VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler(types.ListToolsRequestSchema, async () => ({ tools: [RULES_TOOL] }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => rulesOf(params.arguments));
  const input = Readable.from(host.stdin.chunks());
  const output = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      host.stdout.write(chunk);
      done();
    },
  });
  const ended = new Promise<void>((resolve) => input.once("close", resolve));
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await server.close();
}

function rulesOf(args: Record<string, unknown> | undefined) {
  const harbour = String(args?.harbour);
  const clearance = Object.hasOwn(HARBOURS, harbour) ? HARBOURS[harbour] : undefined;
  if (clearance === undefined) {
    return {
      isError: true,
      content: [{ type: "text" as const, text: `There is no harbour "${harbour}" here.` }],
    };
  }
  return {
    content: [
      {
        type: "text" as const,
        text: `${harbour} asks for a clearance of ${clearance} m (clearance ${clearance} m).`,
      },
    ],
    structuredContent: { harbour, clearance },
  };
}
