import { contractFault } from "./errors.ts";
import type { AnyTool } from "./tool.ts";

/** A tool together with the words that name its owner in errors ("the local registry", `server "github"`). */
export interface OwnedTool {
  readonly tool: AnyTool;
  readonly owner: string;
}

/**
 * The tools in the order given, with look-up by name.
 * @throws Fault `duplicate_tool` naming both owners: nothing is ever silently replaced.
 */
export function collectTools(entries: readonly OwnedTool[]): ReadonlyMap<string, AnyTool> {
  const owners = new Map<string, string>();
  const tools = new Map<string, AnyTool>();
  for (const { tool, owner } of entries) {
    const first = owners.get(tool.def.name);
    if (first !== undefined) throw contractFault.duplicateTool(tool.def.name, first, owner);
    owners.set(tool.def.name, owner);
    tools.set(tool.def.name, tool);
  }
  return tools;
}
