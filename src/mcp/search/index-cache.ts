import { buildIndex, type SearchableTool, type ToolIndex } from "./search-index.ts";

/** Indexes that are kept (40-mcp). */
const KEPT = 16;

const kept = new Map<string, Promise<ToolIndex>>();

/**
 * An index over these definitions, built once per set of them; the least recently used goes first. The tools
 * in it may be those of an earlier turn: take names from it, and the tools to call from the turn.
 */
export async function cachedIndex(
  tools: readonly SearchableTool[],
  maxSchemaTextLen: number,
): Promise<ToolIndex> {
  const signature = await signatureOf(tools, maxSchemaTextLen);
  const found = kept.get(signature) ?? buildIndex(tools, maxSchemaTextLen);
  kept.delete(signature);
  kept.set(signature, found);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return found;
}

async function signatureOf(tools: readonly SearchableTool[], maxSchemaTextLen: number): Promise<string> {
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256").update(`${maxSchemaTextLen}\n`);
  for (const { tool, leaf } of tools) {
    const { name, description, schema } = tool.def;
    hash.update(`${JSON.stringify([name, leaf, description, schema])}\n`);
  }
  return hash.digest("hex");
}
