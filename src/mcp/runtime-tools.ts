import type { TSchema } from "@sinclair/typebox";
import { textOf } from "../contract/results.ts";
import type { AnyTool, ToolExecutionContext, ToolResult, ToolUpdate } from "../contract/tool.ts";
import { mcpCatalogName } from "./names.ts";
import { texts } from "./texts.ts";
import {
  executionModeOf,
  type McpToolServices,
  type RawCallResult,
  type ServerConnection,
  type ServerTool,
} from "./types.ts";

export interface McpTool {
  readonly tool: AnyTool;
  readonly serverTool: ServerTool;
}

export interface RuntimeToolOptions {
  /** Gives catalog names; `mcpCatalogName` when absent. */
  readonly nameOf?: (server: string, tool: string) => string;
}

/** The tools of one connection as the model sees them, in the server's order. */
export function serverRuntimeTools(
  connection: ServerConnection,
  services: McpToolServices,
  { nameOf = mcpCatalogName }: RuntimeToolOptions = {},
): readonly McpTool[] {
  return connection.tools.map((serverTool) => {
    const name = nameOf(connection.entry.name, serverTool.name);
    return { serverTool, tool: runtimeTool({ name, serverTool }, connection, services) };
  });
}

interface NamedTool {
  readonly name: string;
  readonly serverTool: ServerTool;
}

function runtimeTool(named: NamedTool, connection: ServerConnection, services: McpToolServices): AnyTool {
  const { name, serverTool } = named;
  return {
    def: {
      name,
      ...(serverTool.title === undefined ? {} : { label: serverTool.title }),
      description: serverTool.description,
      schema: serverTool.inputSchema as unknown as TSchema,
      executionMode: executionModeOf(serverTool),
      prepareArguments: (raw: unknown) => raw ?? {},
      checkInput: async (input) => {
        const { schemaCheck } = await import("./json-schema.ts");
        return (await schemaCheck(serverTool.inputSchema))(input);
      },
    },
    impl: {
      execute: async (ctx, input, signal, onUpdate) => {
        const onProgress = progressLines(onUpdate);
        const args = input as Record<string, unknown>;
        const raw = await connection.call(serverTool.name, args, { signal, onProgress });
        return toResult({ ...named, raw, ctx, signal }, services);
      },
    },
  };
}

function progressLines(onUpdate: ToolUpdate | undefined): ((text: string) => void) | undefined {
  return onUpdate && ((text) => onUpdate({ text: `${text}\n` }));
}

interface Answer extends NamedTool {
  readonly raw: RawCallResult;
  readonly ctx: ToolExecutionContext;
  readonly signal: AbortSignal | undefined;
}

async function toResult(
  { name, serverTool, raw, ctx, signal }: Answer,
  services: McpToolServices,
): Promise<ToolResult> {
  const { mapContent } = await import("./content.ts");
  const call = { toolCallId: ctx.toolCallId ?? name, tool: name };
  const mapped = await mapContent(raw, { call, services, signal });
  const problems = await structuredProblems(serverTool, raw);
  const content = problems === undefined ? mapped : [...mapped, { type: "text" as const, text: problems }];
  const result: ToolResult = {
    tool_name: name,
    text: textOf(content),
    content,
    ...(raw.isError ? { isError: true } : {}),
    ...("structuredContent" in raw ? { details: { structuredContent: raw.structuredContent } } : {}),
  };
  rawResults.set(result, raw);
  return result;
}

const rawResults = new WeakMap<ToolResult, RawCallResult>();

/**
 * The server's own answer behind a result, for who passes it on to a program. Undefined for a result that was
 * made elsewhere: a hook that replaced a result replaced the answer too.
 */
export function rawResultOf(result: ToolResult): RawCallResult | undefined {
  return rawResults.get(result);
}

/** Only structuredContent is judged by the output schema, and never that of an error (40-mcp "Results"). */
async function structuredProblems(tool: ServerTool, raw: RawCallResult): Promise<string | undefined> {
  if (raw.isError || tool.outputSchema === undefined || raw.structuredContent === undefined) return undefined;
  const { schemaCheck } = await import("./json-schema.ts");
  const issues = (await schemaCheck(tool.outputSchema))(raw.structuredContent);
  if (issues.length === 0) return undefined;
  return texts.outputMismatch(issues.slice(0, 3).map(({ path, message }) => `${path}: ${message}`));
}
