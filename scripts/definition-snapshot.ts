import { isPrintable } from "../src/catalog/document-json.ts";
import { GAPS } from "../src/catalog/snapshot/gaps.ts";
import type { DefinitionSnapshot, StoredDefinition } from "../src/catalog/snapshot/types.ts";
import type { ToolDefinition } from "../src/contract/tool.ts";
import { jsonLength } from "../src/mcp/estimate.ts";
import { jsonDocument } from "../src/output/json.ts";
import { presentParts } from "../src/tools/parts.ts";
import { createPart } from "../src/tools/registry.ts";
import type { LocalServices } from "../src/tools/services.ts";
import { everyService } from "./local-definitions.ts";

/** Stands in the gaps; no description has it. */
const MARK = "gap-of-the-snapshot";

/**
 * Evaluates the definitions of every local tool as a listing shows them; run by the build, for its target.
 * @throws Error for a definition that cannot be stored: the build fails.
 */
export function makeSnapshot(platform: NodeJS.Platform): DefinitionSnapshot {
  const services = everyService(platform, MARK);
  const stored = presentParts(services).map((part) => {
    const tools = createPart(part, services);
    return [part, tools.map(({ def }) => storedDefinition(def, services))] as const;
  });
  return { platform, parts: Object.fromEntries(stored) };
}

function storedDefinition(def: ToolDefinition, services: LocalServices): StoredDefinition {
  const { name, label, executionMode } = def;
  const gap = GAPS[name]?.(services) ?? "";
  const members = membersOf(def);
  if (!isPrintable(members)) throw new Error(`The definition of "${name}" has characters that may hide`);
  const [before = "", after, ...more] = gap === "" ? [members] : members.split(gap);
  if (more.length > 0 || (after === undefined) !== (gap === "")) throw new Error(`"${name}" has no one gap`);
  return {
    name,
    label,
    executionMode,
    jsonLength: jsonLength(def) - gap.length,
    members: after === undefined ? [before] : [before, after],
  };
}

/** As they stand in the document: three levels deep. */
function membersOf({ description, schema }: ToolDefinition): string {
  const document = jsonDocument({ tools: [{ description, schema }] });
  return document.slice(document.indexOf('      "description"'), document.lastIndexOf("\n    }\n  ]"));
}
