import type { AnyTool, StoredText, ToolDefinition } from "../../contract/tool.ts";
import { jsonLine } from "../../output/json.ts";
import { presentParts } from "../../tools/parts.ts";
import type { LocalServices } from "../../tools/services.ts";
import { isPrintable } from "../document-json.ts";
import { GAPS } from "./gaps.ts";
import { registeredDefinitions } from "./registered.ts";
import type { StoredDefinition } from "./types.ts";

/**
 * The local tools for looking at: what the registry's own definitions are, without loading them where the build has
 * stored them for these facts. Their `execute` throws.
 */
export async function listedTools(services: LocalServices): Promise<readonly AnyTool[]> {
  const snapshot = await registeredDefinitions();
  const { platform, tasks, handOver } = services;
  if (snapshot?.platform !== platform || tasks === undefined || handOver === true) {
    const { createLocalTools } = await import("../../tools/registry.ts");
    return createLocalTools(services);
  }
  return presentParts(services).flatMap((part) =>
    (snapshot.parts[part] ?? []).map((stored) => listedTool(stored, services)),
  );
}

function listedTool(stored: StoredDefinition, services: LocalServices): AnyTool {
  return { def: definitionOf(stored, GAPS[stored.name]?.(services)), impl: NOT_HERE, source: "builtin" };
}

const NOT_HERE: AnyTool["impl"] = {
  execute: () => Promise.reject(new Error("A listed tool cannot be called")),
};

function definitionOf(stored: StoredDefinition, gap = ""): ToolDefinition {
  const { name, label, executionMode } = stored;
  const filled = jsonLine(gap).slice(1, -2);
  const members = stored.members.join(filled);
  let parsed: Pick<ToolDefinition, "description" | "schema"> | undefined;
  const read = () => {
    parsed ??= JSON.parse(`{${members}}`) as Pick<ToolDefinition, "description" | "schema">;
    return parsed;
  };
  const text: StoredText = {
    jsonLength: stored.jsonLength + filled.length,
    members: isPrintable(filled) ? members : undefined,
  };
  return {
    name,
    label,
    get description() {
      return read().description;
    },
    get schema() {
      return read().schema;
    },
    executionMode,
    stored: text,
  };
}
