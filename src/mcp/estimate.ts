import type { ToolDefinition } from "../contract/tool.ts";

/**
 * Estimated tokens of one definition: `ceil(UTF-16 length of the JSON {name, description, schema} / 4)`
 * (30-catalog). The same number decides disclosure and stands in the catalog.
 */
export function estimateTokens({ name, description, schema }: ToolDefinition): number {
  return Math.ceil(JSON.stringify({ name, description, schema }).length / 4);
}
