import type { AnyTool, StoredText, ToolDefinition } from "../../contract/tool.ts";
import { jsonLine } from "../../output/json.ts";
import { type PartConditions, presentParts } from "../../tools/parts.ts";
import type { LocalServices } from "../../tools/services.ts";
import { isPrintable } from "../document-json.ts";
import { GAPS } from "./gaps.ts";
import { registeredDefinitions } from "./registered.ts";
import type { StoredDefinition } from "./types.ts";

/** What the definitions of the local tools depend on. */
export type ListedFacts = PartConditions & Pick<LocalServices, "platform" | "handOver">;

/**
 * The local tools for looking at: what the tools of `registry` define, without making them where the build has
 * stored their definitions for these facts. Their `execute` throws.
 */
export async function listedTools(
  facts: ListedFacts,
  registry: () => Promise<readonly AnyTool[]>,
): Promise<readonly AnyTool[]> {
  const snapshot = await registeredDefinitions();
  const { platform, tasks, handOver } = facts;
  if (snapshot?.platform !== platform || tasks === undefined || handOver === true) return registry();
  return presentParts(facts).flatMap((part) =>
    (snapshot.parts[part] ?? []).map((stored) => listedTool(stored, facts)),
  );
}

function listedTool(stored: StoredDefinition, facts: ListedFacts): AnyTool {
  return { def: definitionOf(stored, GAPS[stored.name]?.(facts)), impl: NOT_HERE, source: "builtin" };
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
