import { checkArguments } from "../../contract/arguments.ts";
import type { CallOutcome } from "../../contract/call-path.ts";
import { isFailed } from "../../contract/results.ts";
import { rawResultOf } from "../../mcp/runtime-tools.ts";
import type { Fault } from "../../output/fault.ts";
import { nearest } from "../../output/nearest.ts";
import type { AssetService } from "../assets/service.ts";
import type { ConnectorCalls, ConnectorTool } from "../types.ts";
import { connectorFault, connectorFaults } from "./errors.ts";
import { texts } from "./texts.ts";
import type { ConnectorAnswer, ConnectorBackend, DescribedTool, ListedTool } from "./types.ts";

/** The connectors of this very process; what the host's endpoint and the standalone CLI stand on. */
export function localBackend(calls: ConnectorCalls, assets: AssetService | undefined): ConnectorBackend {
  const find = async (name: string): Promise<ConnectorTool> => {
    const tools = await calls.tools();
    const found = tools.find(({ tool }) => tool.def.name === name);
    if (found !== undefined) return found;
    const names = tools.map(({ tool }) => tool.def.name);
    throw connectorFaults.unknownTool(name, nearest(name, names));
  };
  const needAssets = (verb: string): AssetService => {
    if (assets === undefined) throw connectorFaults.assetsAbsent(verb);
    return assets;
  };
  return {
    tools: async (keyword) => matching((await calls.tools()).map(listed), keyword),
    tool: async (name) => described(await find(name)),
    async call(name, args, signal = new AbortController().signal) {
      const { tool } = await find(name);
      const checked = await checkArguments(tool.def, args);
      if (!checked.ok) {
        const issues = checked.issues.map((issue) => `${issue.path}: ${issue.message}`);
        throw connectorFaults.invalidArguments(issues.join("; "));
      }
      return answerOf(await calls.run({ tool, args, signal }));
    },
    assetUrl: async (nodeId) => needAssets("get-asset-url").assetUrl(nodeId),
    tempUrl: async (upload) => needAssets("upload-temp-url").tempUrl(upload),
    close: async () => undefined,
  };
}

function listed({ tool: { def } }: ConnectorTool): ListedTool {
  return { tool_name: def.name, description: def.description };
}

function described(connector: ConnectorTool): DescribedTool {
  const { outputSchema } = connector.serverTool;
  return {
    ...listed(connector),
    input_schema: connector.tool.def.schema as Readonly<Record<string, unknown>>,
    ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
  };
}

/** Tools whose name or description holds every word of the keyword, whatever its case. */
function matching(tools: readonly ListedTool[], keyword: string | undefined): readonly ListedTool[] {
  const words = fold(keyword ?? "")
    .split(/\s+/)
    .filter((word) => word !== "");
  return tools.filter((tool) => {
    const text = fold(`${tool.tool_name} ${tool.description}`);
    return words.every((word) => text.includes(word));
  });
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** @throws Fault for a call that was denied, stopped or failed: its words are the tool's or the rule's. */
function answerOf({ name, result, deniedBy }: CallOutcome): ConnectorAnswer {
  if (deniedBy !== undefined) throw failure("PERMISSION_DENIED", result.text, name);
  if (result.details?.aborted === true) throw connectorFault("INTERRUPTED", texts.interrupted);
  if (isFailed(result)) throw failure("TOOL_FAILED", result.text, name);
  const raw = rawResultOf(result);
  if (raw === undefined) return { content: result.content.map((block) => ({ ...block })) };
  const { content, structuredContent } = raw;
  return structuredContent === undefined ? { content } : { content, structuredContent };
}

function failure(code: "PERMISSION_DENIED" | "TOOL_FAILED", text: string, name: string): Fault {
  return connectorFault(code, text.trim() === "" ? texts.toolFailed(name) : text);
}
