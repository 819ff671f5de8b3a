import type { AgentTool, AgentToolResult } from "@earendil-works/pi-agent-core";
import type { CallOutcome, CallPath } from "./call-path.ts";
import { isFailed } from "./results.ts";
import { runCall } from "./run-call.ts";
import type { AnyTool, ContentBlock, ToolExecutionContext } from "./tool.ts";

/**
 * The loop's own validation coerces and echoes arguments without bound, so it gets a schema that admits
 * everything; `runCall` prepares and validates. The model still sees the true schema: the stream boundary
 * of the turn puts it into the request.
 */
const PERMISSIVE_SCHEMA = { type: "object", additionalProperties: true } as const;

export interface AgentToolsOptions {
  readonly path: CallPath;
  /** Told of each finished call, before the loop goes on: transcripts and reports hang here. */
  readonly onOutcome?: (outcome: CallOutcome) => void | Promise<void>;
  /** Why the arguments of a call are unusable, where the stream knows it. */
  readonly argumentsProblem?: (
    toolCallId: string,
  ) => { readonly kind: "cut" | "unreadable"; readonly message: string } | undefined;
}

/** Wraps each tool for the loop of `@earendil-works/pi-agent-core`, in catalog order. */
export function toAgentTools(
  tools: readonly AnyTool[],
  ctx: ToolExecutionContext,
  options: AgentToolsOptions,
): AgentTool[] {
  return tools.map((tool) => toAgentTool(tool.def.name, tool, ctx, options));
}

/** A stand-in for a name that is not in the turn: it answers with the nearest names. */
export function unknownAgentTool(
  name: string,
  ctx: ToolExecutionContext,
  options: AgentToolsOptions,
): AgentTool {
  return toAgentTool(name, undefined, ctx, options);
}

function toAgentTool(
  name: string,
  tool: AnyTool | undefined,
  ctx: ToolExecutionContext,
  options: AgentToolsOptions,
): AgentTool {
  return {
    name,
    label: tool?.def.label ?? name,
    description: tool?.def.description ?? "",
    parameters: PERMISSIVE_SCHEMA,
    // An unknown tool runs nothing, so it does not make the batch sequential.
    executionMode: tool === undefined ? "parallel" : (tool.def.executionMode ?? "sequential"),
    execute: async (toolCallId, rawArguments, signal, onUpdate) => {
      const outcome = await runCall(
        {
          toolCallId,
          name,
          tool,
          rawArguments,
          argumentsProblem: options.argumentsProblem?.(toolCallId),
          ctx: { ...ctx, toolCallId },
          signal,
          onUpdate: ({ text }) => onUpdate?.({ content: [{ type: "text", text }], details: undefined }),
        },
        options.path,
      );
      await options.onOutcome?.(outcome);
      return toAgentResult(outcome);
    },
  };
}

function toAgentResult({ result }: CallOutcome): AgentToolResult<unknown> {
  return {
    content: result.content.flatMap(loopBlock),
    details: result.details,
    isError: isFailed(result),
    ...(result.terminate === true ? { terminate: true } : {}),
  };
}

/** The loop carries text and images; a video travels as the text that says what it is. */
function loopBlock(block: ContentBlock) {
  if (block.type !== "video") return [block];
  return [{ type: "text" as const, text: `[video ${block.mimeType}]` }];
}
