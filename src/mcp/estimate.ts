import type { ToolDefinition } from "../contract/tool.ts";

/**
 * Estimated tokens of one definition: `ceil(UTF-16 length of the JSON {name, description, schema} / 4)`
 * (30-catalog). The same number decides disclosure and stands in the catalog.
 */
export function estimateTokens(def: ToolDefinition): number {
  return Math.ceil((def.stored?.jsonLength ?? jsonLength(def)) / 4);
}

/** UTF-16 length of the JSON `{name, description, schema}`. */
export function jsonLength({ name, description, schema }: ToolDefinition): number {
  return JSON.stringify({ name, description, schema }).length;
}
