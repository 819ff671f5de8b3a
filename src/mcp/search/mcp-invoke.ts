import { Type } from "@sinclair/typebox";
import { checkArguments } from "../../contract/arguments.ts";
import { defineRuntimeTool } from "../../contract/define-tool.ts";
import { errorResult } from "../../contract/results.ts";
import type { AnyTool, ToolResult } from "../../contract/tool.ts";
import { nearest } from "../../output/nearest.ts";
import type { SearchableTool } from "./search-index.ts";
import { searchTexts as texts } from "./texts.ts";

export const MCP_INVOKE = "mcp_invoke";

/**
 * The tool that runs a deferred tool by its exact name. Permission is decided on the tool it names, before
 * this runs; the output gates see its result like any other.
 */
export function mcpInvokeTool(tools: readonly SearchableTool[]): AnyTool {
  const byName = new Map(tools.map(({ tool }) => [tool.def.name, tool]));
  return defineRuntimeTool({
    name: MCP_INVOKE,
    label: "MCP invoke",
    description: texts.invokeDescription,
    schema: Type.Object(
      {
        tool_name: Type.String({ minLength: 1, description: texts.toolName }),
        arguments: Type.Optional(
          Type.Object({}, { additionalProperties: true, description: texts.toolArguments }),
        ),
      },
      { additionalProperties: false },
    ),
    executionMode: "sequential",
    source: "builtin",
    prepareArguments: (raw) => mendInvocation(raw) as { tool_name: string },
    execute: async (ctx, input, signal, onUpdate) => {
      const target = byName.get(input.tool_name);
      if (target === undefined) {
        return errorResult(
          MCP_INVOKE,
          texts.unknownTool(input.tool_name, nearest(input.tool_name, byName.keys())),
        );
      }
      const checked = await checkArguments(target.def, input.arguments ?? {});
      if (!checked.ok)
        return mismatch(
          target,
          checked.issues.map(({ path, message }) => `${path}: ${message}`),
        );
      const result = await target.impl.execute(ctx, checked.input, signal, onUpdate);
      return { ...result, tool_name: MCP_INVOKE, details: { ...result.details, tool: input.tool_name } };
    },
  });
}

/** Models give the arguments as JSON text at times. */
function mendInvocation(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null) return raw;
  const { arguments: given } = raw as { arguments?: unknown };
  if (typeof given !== "string") return given === null ? { ...raw, arguments: {} } : raw;
  try {
    const parsed: unknown = JSON.parse(given === "" ? "{}" : given);
    return typeof parsed === "object" && parsed !== null ? { ...raw, arguments: parsed } : raw;
  } catch {
    return raw;
  }
}

/** The issues and the schema, so that the next call can be right. */
function mismatch({ def }: AnyTool, issues: readonly string[]): ToolResult {
  return errorResult(MCP_INVOKE, texts.mismatch(def.name, issues, JSON.stringify(def.schema)));
}
